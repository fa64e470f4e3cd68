import { greatestValue, pointsOf } from '../../../domain/composition/animation/interpolation.js';
import type { ClipLook } from '../../../domain/composition/animation/look.js';
import type { Shadow } from '../../../domain/composition/fields/paint.js';
import {
  boundsOfRotated,
  boxOf,
  centreOf,
  type Rect,
} from '../../../domain/composition/geometry/geometry.js';
import type { ResolvedClip } from '../../../domain/composition/resolve/resolved.js';
import { filtersReach } from './effects/filters.js';

/** How far antialiasing reaches beyond the geometry of a layer, in px. */
const SOFT_EDGE = 1;

/** How far a shadow reaches beyond the layer that casts it, in px. */
export const shadowReach = ({ x, y, blur }: Shadow): number =>
  Math.max(Math.abs(x), Math.abs(y)) + blur * 1.5;

/** How far filters, transitions and the shadow reach beyond the content of a clip, in px. */
export const effectsReach = (clip: ResolvedClip, { filters, transitionFilters, zoom }: ClipLook): number => {
  const { shadow } = clip.effects ?? {};
  const cast = shadow ? shadowReach(shadow) * zoom : 0;
  const all = [...filters, ...transitionFilters];
  const blocks = all.map((filter) => (filter.type === 'pixelate' ? filter.amount : 0));
  return filtersReach(all) + Math.max(0, ...blocks) + cast;
};

/** The default `miterLimit` of a canvas context: the longest corner of a mitred stroke, in half line widths. */
export const MITER_LIMIT = 10;

/** How far the stroke of a shape reaches beyond its box at rest, in px. */
export const strokeReach = (clip: ResolvedClip): number => {
  const { shape, stroke } = clip.type === 'shape' ? clip.shapeProperties : {};
  if (!stroke || clip.motion) return 0;
  const isPointed = (shape === 'star' || shape === 'polygon') && stroke.join === 'miter';
  const property = 'shapeProperties.stroke.width';
  const points = pointsOf(clip.keyframes, property);
  const width = points ? greatestValue({ property, points }) : stroke.width;
  return width * (clip.scaling?.scale ?? 1) * (isPointed ? MITER_LIMIT / 2 : 1);
};

/** Maps a part of the box at rest to the box of a look, which may be scaled and mirrored. */
const scaledPart = (clip: ResolvedClip, { box, flip }: ClipLook, part: Rect): Rect => {
  const { width, height } = boxOf(clip);
  const [across, down] = [box.width / Math.max(1, width), box.height / Math.max(1, height)];
  const seen = {
    x: part.x * across,
    y: part.y * down,
    width: part.width * across,
    height: part.height * down,
  };
  const mirrored = {
    ...seen,
    x: flip.x ? box.width - seen.x - seen.width : seen.x,
    y: flip.y ? box.height - seen.y - seen.height : seen.y,
  };
  return { ...mirrored, x: box.x + mirrored.x, y: box.y + mirrored.y };
};

/**
 * The area that a look covers before it is rotated, in px.
 * @param part the area of the content, in px of the box at rest; undefined: the box
 */
const areaBeforeRotation = (clip: ResolvedClip, look: ClipLook, part: Rect | undefined): Rect => {
  const margin = effectsReach(clip, look) + strokeReach(clip) * look.zoom + SOFT_EDGE;
  const { skew } = look;
  const box = part ? scaledPart(clip, look, part) : look.box;
  // The skew also applies to the margin that effects add around the box.
  const slantOf = (degrees: number, side: number): number =>
    Math.abs(Math.tan((degrees * Math.PI) / 180)) * (side * (part ? 1 : 0.5) + margin);
  const slant = {
    x: slantOf(skew.x, Math.max(look.box.height, box.height)),
    y: slantOf(skew.y, Math.max(look.box.width, box.width)),
  };
  return {
    x: box.x - margin - slant.x,
    y: box.y - margin - slant.y,
    width: box.width + 2 * (margin + slant.x),
    height: box.height + 2 * (margin + slant.y),
  };
};

/** The part of the canvas that a look covers, in whole px. `part` is as for {@link areaBeforeRotation}. */
export const coveredArea = (clip: ResolvedClip, look: ClipLook, part: Rect | undefined): Rect =>
  boundsOfRotated(areaBeforeRotation(clip, look, part), look.rotation, centreOf(look.box));

/**
 * Whether a clip can draw outside its box, so that the box does not determine its bounds. A clip with a motion is cut
 * off at its box.
 */
export const isUnbounded = (clip: ResolvedClip): boolean =>
  clip.motion === undefined &&
  ((clip.type === 'group' && clip.clip !== true) ||
    clip.type === 'text' ||
    clip.type === 'caption' ||
    (clip.type === 'shape' &&
      (clip.shapeProperties.shape === 'path' || clip.shapeProperties.points !== undefined)));
