import { colorOf } from '../reading/colors.js';
import { rectangle } from '../reading/fields.js';
import { type JsonObject, same } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import type { LayerContext } from './texts.js';

/** In place of colours that are random there. */
const RANDOM = ['#02AAB0', '#00CDAC'];

export const gradientOf = (layer: Reader, type: string): JsonObject => {
  const given =
    type === 'rainbow-colors' && !layer.has('colors')
      ? ['#ff0000', '#ffff00', '#00ff00', '#00ffff', '#0000ff', '#ff00ff']
      : layer.items('colors').map(String);
  if (given.length === 0) layer.differs('colors', 'are random there: blue and green are used');
  const colors = (given.length === 0 ? RANDOM : given).map((css) => colorOf(css) ?? '#808080');
  const last = Math.max(1, colors.length - 1);
  const stops = (colors.length < 2 ? [...colors, ...colors, '#808080'].slice(0, 2) : colors).map(
    (color, index) => ({ offset: index / last, color }),
  );
  return type.startsWith('radial') ? { type: 'radial', stops } : { type: 'linear', angle: 135, stops };
};

/** A rectangle that fills the canvas. */
export const filled = (fill: unknown, { canvas }: LayerContext): JsonObject => rectangle({ ...canvas }, fill);

export const backgroundOf = (layer: Reader, context: LayerContext): JsonObject => {
  if (!layer.has('background')) {
    layer.differs('type', 'its background is random there: a gradient of blue and green is used');
    const stops = RANDOM.map((color, offset) => ({ offset, color }));
    return filled({ type: 'linear', angle: 135, stops }, context);
  }
  const background = layer.child('background');
  const kinds = { ...same('fill-color linear-gradient radial-gradient'), color: 'fill-color' };
  const kind = background.choice('type', kinds) ?? 'linear-gradient';
  return filled(
    kind === 'fill-color' ? (background.color('color') ?? '#000000') : gradientOf(background, kind),
    context,
  );
};
