import { visiblePartOfBox, type Rect } from '../../../../domain/composition/geometry/geometry.js';
import type { VideoLayer } from '../../plan/layers.js';
import { convertTo } from '../../compose/color-conversion.js';

/** The part of a box to which frames are scaled: all of it, unless it is much larger than its visible part. */
export interface ScaledPart {
  /** In px of the canvas, before rotation. */
  readonly rect: Rect;
  /** Filters that make it from frames of the source. */
  readonly filters: ReadonlyArray<string>;
  /** Whether it is all of the box. */
  readonly isAll: boolean;
}

/** Maximum side of scaled frames, in px. */
const LONGEST_SIDE = 8192;
/** Maximum area of a whole box, as a multiple of its visible part. */
const LARGEST_AREA = 8;
/** Margin around the visible part for interpolation, in px of the source. */
const SOURCE_MARGIN = 4;

/** The part of its box to which the frames of a layer are scaled. */
export const scaledPart = ({ video, placement: { box, rotation }, rect, isPart }: VideoLayer): ScaledPart => {
  const area = box.width * box.height;
  if (
    isPart !== true &&
    Math.max(box.width, box.height) <= LONGEST_SIDE &&
    area <= LARGEST_AREA * Math.max(1e6, rect.width * rect.height)
  )
    return { rect: box, filters: convertTo(video, box.width, box.height), isAll: true };
  const seen = visiblePartOfBox(box, rotation, rect) ?? box;
  // A stretched video gets the same frames as in earlier releases.
  const further = isPart === true ? FURTHER : 0;
  const first = enlarged({ width: video.width, height: video.height }, box, seen, further);
  // A few pixels are enlarged thousands of times in two steps, so that neither exceeds the maximum side.
  const tooLarge = Math.max(first.rect.width, first.rect.height) > LONGEST_SIDE;
  if (!tooLarge)
    return {
      rect: first.rect,
      filters: [first.crop, ...convertTo(video, first.rect.width, first.rect.height)],
      isAll: false,
    };
  const [width, height] = [first.source.width * 64, first.source.height * 64];
  const second = enlarged({ width, height }, first.rect, seen, 0);
  return {
    rect: second.rect,
    filters: [
      first.crop,
      ...convertTo(video, width, height),
      second.crop,
      `scale=w=${second.rect.width}:h=${second.rect.height}:flags=bilinear`,
    ],
    isAll: false,
  };
};

/**
 * The part of a picture stretched over `box` that is needed to show `seen`, on even px, and its position on the canvas.
 * @param further the most additional pairs of px on each side
 */
const enlarged = (
  picture: { readonly width: number; readonly height: number },
  box: Rect,
  seen: Rect,
  further: number,
): { readonly crop: string; readonly source: Rect; readonly rect: Rect } => {
  const across = axis(picture.width, [box.x, box.width], [seen.x, seen.width], further);
  const down = axis(picture.height, [box.y, box.height], [seen.y, seen.height], further);
  return {
    crop: `crop=${across.size}:${down.size}:${across.from}:${down.from}`,
    source: { x: across.from, y: down.from, width: across.size, height: down.size },
    rect: { x: across.at, y: down.at, width: across.length, height: down.length },
  };
};

type Range = readonly [at: number, length: number];

const axis = (pixels: number, [at, length]: Range, [seenAt, seenLength]: Range, further: number) => {
  const scale = length / pixels;
  const even = Math.floor(pixels / 2) * 2;
  const canvasAt = (px: number): number => at + px * scale;
  const least = Math.max(0, Math.floor((seenAt - at) / scale / 2) * 2 - SOURCE_MARGIN);
  const most = Math.min(even, Math.ceil((seenAt + seenLength - at) / scale / 2) * 2 + SOURCE_MARGIN);
  const from = onPair(Math.min(least, Math.max(0, even - 2)), -2, further, even, canvasAt);
  const to = onPair(Math.max(most, from + 2), 2, further, even, canvasAt);
  const start = Math.round(canvasAt(from));
  return { from, size: to - from, at: start, length: Math.max(1, Math.round(canvasAt(to)) - start) };
};

/** The most additional pairs of px of the source on each side of a part. */
const FURTHER = 16;
/** How far from a pair of px of the canvas a part may end, in px. */
const NEAR_ENOUGH = 0.02;

/**
 * Moves the end of a part outwards until it is almost between two pairs of px of the canvas. Then the part is hardly
 * shifted, and can be cropped with its subsampled colour.
 * @param step the step of the search in px of the source, away from the part
 * @param steps the most steps
 * @param canvasAt maps px of the source to px of the canvas
 */
const onPair = (
  end: number,
  step: number,
  steps: number,
  pixels: number,
  canvasAt: (px: number) => number,
): number => {
  const farOf = (px: number): number => Math.abs(canvasAt(px) - 2 * Math.round(canvasAt(px) / 2));
  let best = end;
  for (let further = 1; further <= steps && farOf(best) > NEAR_ENOUGH; further += 1) {
    const px = end + further * step;
    if (px < 0 || px > pixels) break;
    if (farOf(px) < farOf(best)) best = px;
  }
  return best;
};
