import { anchorFractions } from '../../../domain/composition/geometry/anchors.js';
import { brightened, carried, type FieldRule, type FieldTable } from '../reading/fields.js';
import { type JsonObject, table } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';

const FITS = table({ cover: 'cover', fit: 'contain', contain: 'contain', fill: 'stretch' });

/** Zoom from -10 to 10, of which 1 is a tenth of the size, and pan. */
const motionOf = (element: Reader): JsonObject | undefined => {
  const zoom = element.number('zoom', -10, 10) ?? 0;
  const side = anchorFractions(element.anchor('pan') ?? 'center');
  const [across, down] = [1 - 2 * side.x, 1 - 2 * side.y];
  const isPanned = across !== 0 || down !== 0;
  if (!isPanned && element.has('pan-distance'))
    element.differs('pan-distance', 'has no effect without a direction in pan', 'unseen');
  element.ignore('pan-crop', 'pan-distance');
  if (zoom === 0 && !isPanned) return undefined;
  if (isPanned)
    element.differs(
      'pan',
      'shows the same part of the picture at its start and end, but may be a little larger',
    );
  const least = isPanned ? 1 + (element.number('pan-distance') ?? 0.1) * 2 : 1;
  const zoomed = least * (1 + Math.abs(zoom) / 10);
  const [from, end] = zoom < 0 ? [zoomed, least] : [least, zoom > 0 ? zoomed : least];
  // A picture that moves left shows its left part first.
  const focus = (direction: number, at: number): number =>
    direction === 0 ? 0.5 : direction > 0 === (at === 1) ? 1 : 0;
  const point = (scale: number, at: number) => ({ scale, x: focus(across, at), y: focus(down, at) });
  return { from: point(from, 0), to: point(end, 1) };
};

const filter = (type: string): FieldRule =>
  rule.to('effects.filters', (correction, name) => ({ type, amount: correction.number(name, 0, 10) ?? 1 }));

/** How videos and pictures look. */
const MEDIA: FieldTable = {
  correction: rule.inside({
    contrast: filter('contrast'),
    saturation: filter('saturate'),
    brightness: rule.to('effects.filters', (correction, name) =>
      brightened(correction.number(name, -1, 1) ?? 0),
    ),
    gamma: rule.left('the picture keeps its brightness'),
  }),
  'chroma-key': rule.keyed('tolerance'),
  mask: rule.left('nothing is masked'),
  crop: rule.left('the whole picture is shown, because a crop in px needs its size'),
};

/** How a video or picture fills its box, moves in it and looks. */
export const lookOf = (element: Reader): JsonObject => ({
  fit: element.choice('resize', FITS) ?? element.choice('fit', FITS) ?? 'cover',
  motion: motionOf(element),
  ...carried(element, MEDIA),
});
