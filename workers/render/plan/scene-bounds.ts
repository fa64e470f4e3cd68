import { type ClipLook, lookAt } from '../../../domain/composition/animation/look.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import {
  boundsOfRotated,
  centreOf,
  intersectionOf,
  type Rect,
  unionOf,
} from '../../../domain/composition/geometry.js';
import type { ResolvedClip } from '../../../domain/composition/resolve/resolved.js';
import { type FrameRate, type FrameSpan, instantOf } from '../../../domain/composition/timeline.js';
import { drawnSize } from './scene-media.js';
import { reachOf } from '../draw/filters.js';

/** How far antialiasing reaches outside the geometry of a layer, in px. */
const SOFT_EDGE = 1;

/** How far the look of a clip reaches beyond its box, because of blurs, shadows and strokes. */
const reach = (clip: ResolvedClip, { filters }: ClipLook): number => {
  const { shadow } = clip.effects ?? {};
  const cast = shadow ? Math.max(Math.abs(shadow.x), Math.abs(shadow.y)) + shadow.blur * 1.5 : 0;
  const scale = clip.scaling?.scale ?? 1;
  const stroke = clip.type === 'shape' ? (clip.shapeProperties.stroke?.width ?? 0) * scale : 0;
  const blocks = filters.map((filter) => (filter.type === 'pixelate' ? filter.amount : 0));
  return reachOf(filters) + Math.max(0, ...blocks) + cast + stroke + SOFT_EDGE;
};

/** Maps a part of the box at rest to a scaled box. If the box is mirrored, both sides count. */
const partOf = (clip: ResolvedClip, { box, flip }: ClipLook, part: Rect): Rect => {
  const { width, height } = drawnSize(clip);
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
 * The part of the canvas that a look covers, in whole px. `part` is the area that it draws, in px of its box at rest.
 */
const coveredBy = (clip: ResolvedClip, look: ClipLook, part: Rect | undefined): Rect => {
  const margin = reach(clip, look);
  const { skew, rotation } = look;
  const box = part ? partOf(clip, look, part) : look.box;
  const slant = {
    x:
      Math.abs(Math.tan((skew.x * Math.PI) / 180)) * Math.max(look.box.height, box.height) * (part ? 1 : 0.5),
    y: Math.abs(Math.tan((skew.y * Math.PI) / 180)) * Math.max(look.box.width, box.width) * (part ? 1 : 0.5),
  };
  const grown = {
    x: box.x - margin - slant.x,
    y: box.y - margin - slant.y,
    width: box.width + 2 * (margin + slant.x),
    height: box.height + 2 * (margin + slant.y),
  };
  return boundsOfRotated(grown, rotation, centreOf(look.box));
};

/** Whether a clip can draw outside its box, so that the box does not determine its bounds. */
const isUnbounded = (clip: ResolvedClip): boolean =>
  (clip.type === 'group' && clip.clip !== true) ||
  clip.type === 'text' ||
  clip.type === 'caption' ||
  (clip.type === 'shape' &&
    (clip.shapeProperties.shape === 'path' || clip.shapeProperties.points !== undefined));

/**
 * The part of the canvas that a clip covers on any frame of `span`, in whole px; undefined if none.
 * @param part the area that it draws, if known, in px of its box at rest
 */
export const boundsOf = (
  clip: ResolvedClip,
  span: FrameSpan,
  rate: FrameRate,
  canvas: Canvas,
  part?: Rect,
): Rect | undefined => {
  const whole = { x: 0, y: 0, ...canvas };
  if (isUnbounded(clip) && !part) return whole;
  const rects: Rect[] = [];
  for (let frame = span.from; frame < span.to; frame += 1) {
    const look = lookAt(clip, instantOf(frame, rate) - clip.timeFrame.start, canvas);
    if (look.opacity > 0) rects.push(coveredBy(clip, look, part));
  }
  const all = unionOf(rects);
  return all && intersectionOf(all, whole);
};
