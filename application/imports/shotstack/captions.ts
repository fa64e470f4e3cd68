import { captionClip } from '../reading/captions.js';
import { colorIn, opaque } from '../reading/colors.js';
import { carried, type FieldTable } from '../reading/fields.js';
import { family } from '../reading/fonts.js';
import { present, type JsonObject } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { sourceOf } from '../reading/sources.js';
import { table } from '../reading/table.js';
import { CASES, type TextContext } from './text-fields.js';

const ANIMATIONS = table({
  none: 'none',
  karaoke: 'karaoke',
  highlight: 'none',
  pop: 'pop',
  fade: 'none',
  slide: 'slide',
  bounce: 'bounce',
  typewriter: 'wordByWord',
});

const CAPTION: FieldTable<TextContext> = {
  font: rule.inside<TextContext>({
    family,
    size: rule.number('fontSize', 1, 2000),
    color: rule.to('color', (reader, name) => opaque(reader, name)),
    stroke: rule.color('strokeColor'),
    strokeWidth: rule.number('strokeWidth'),
  }),
  background: rule.inside({
    color: rule.to('backgroundColor', (reader, name) => opaque(reader, name)),
    padding: rule.number('padding'),
  }),
  style: rule.inside({
    letterSpacing: rule.positive('letterSpacing'),
    textTransform: rule.choice('textTransform', CASES),
  }),
};

/** Captions from a subtitle file; undefined if they come from a transcription. */
export const captionOf = (asset: Reader, context: TextContext): JsonObject | undefined => {
  const { canvas } = context;
  const source = asset.text('src') ?? '';
  if (source === '' || source.startsWith('alias://')) {
    asset.cannotCarryOver(
      asset.text('type'),
      'clip',
      'its words come from a transcription. A caption clip without words is filled by transcription if a render asks for it',
    );
    return undefined;
  }
  const margin = asset.child('margin');
  const side = (name: string, otherwise: number) => margin.number(name) ?? otherwise;
  const [start, end] = [side('left', 0.1) * canvas.width, side('right', 0.1) * canvas.width];
  const top = side('top', 0.8) * canvas.height;
  const isRich = asset.text('type') === 'rich-caption';
  const defaults = { fontFamily: 'Open Sans', fontSize: isRich ? 24 : 16, color: '#FFFFFF' };
  const letters = { ...defaults, ...carried(asset, CAPTION, context) };
  const width = Math.max(1, canvas.width - start - end);
  const least = letters.fontSize * 3;
  const spoken = { color: colorIn(asset.child('active').child('font'), 'color') };
  return captionClip(letters, spoken, {
    size: { width, height: Math.max(least, canvas.height - top) },
    position: { x: start, y: Math.min(top, canvas.height - least) },
    'timeFrame.offset': asset.time('trim') || undefined,
    captionProperties: present({
      subtitles: { source: sourceOf(asset, 'src') },
      maxWidth: width,
      textAlign: 'center',
      animation: asset.child('animation').choice('style', ANIMATIONS),
    }),
  });
};
