import type { Clip } from '../clips/clip.js';
import type { Canvas, Metadata } from '../composition.js';
import { LIMITS } from '../limits.js';
import type { CompositionFacts } from './facts.js';
import { pixelsOf } from './lengths.js';

/** The size of the media of a clip after its `crop`, in px. */
const croppedSize = (clip: Clip, facts: CompositionFacts): Canvas | undefined => {
  const size = facts.media.get(clip.id)?.size;
  const crop = 'crop' in clip ? clip.crop : undefined;
  if (!size || !crop) return size;
  return {
    width: size.width * (1 - crop.left - crop.right),
    height: size.height * (1 - crop.top - crop.bottom),
  };
};

/**
 * The box of a clip before scaling, in px. One `auto` side follows the aspect ratio of the media; two take its pixel
 * size. Texts and captions take the size of their lines. Undefined if the size is not known.
 */
export const sizeOf = (clip: Clip, canvas: Canvas, facts: CompositionFacts): Canvas | undefined => {
  const { width, height } = clip.size;
  const explicit = (side: number | string, canvasSide: number): number | undefined =>
    side === 'auto' ? undefined : pixelsOf(side, canvasSide, canvas);
  const [w, h] = [explicit(width, canvas.width), explicit(height, canvas.height)];
  if (w !== undefined && h !== undefined) return bounded({ width: w, height: h });
  const lines = facts.texts.get(clip.id);
  if (lines) return bounded({ width: w ?? lines.width, height: h ?? lines.height });
  const media = croppedSize(clip, facts);
  if (!media) return undefined;
  if (w === undefined && h === undefined) return shrunk(media, LIMITS.boxSide);
  return bounded({
    width: w ?? ((h ?? 0) * media.width) / media.height,
    height: h ?? ((w ?? 0) * media.height) / media.width,
  });
};

/** The size, shrunk in proportion so that no side exceeds `maximum`. */
const shrunk = ({ width, height }: Canvas, maximum: number): Canvas => {
  const factor = Math.min(1, maximum / Math.max(width, height));
  return { width: width * factor, height: height * factor };
};

const bounded = ({ width, height }: Canvas): Canvas => ({
  width: Math.min(width, LIMITS.boxSide),
  height: Math.min(height, LIMITS.boxSide),
});

/** All clips in the order of the lists, including those in groups. */
const allClips = (clips: ReadonlyArray<Clip>): ReadonlyArray<Clip> =>
  clips.flatMap((clip) => (clip.type === 'group' ? [clip, ...allClips(clip.clips)] : [clip]));

/**
 * The canvas in whole px. `auto` sides come from the first video clip, or from the first image clip if there is no
 * video, and are rounded to even numbers. Undefined if there is neither, or its size is not known.
 */
export const canvasOf = (
  { canvas: { width, height } }: Metadata,
  clips: ReadonlyArray<Clip>,
  facts: CompositionFacts,
): Canvas | undefined => {
  if (width !== 'auto' && height !== 'auto') return { width, height };
  const all = allClips(clips);
  const reference = all.find(({ type }) => type === 'video') ?? all.find(({ type }) => type === 'image');
  const media = reference && croppedSize(reference, facts);
  if (!media) return undefined;
  const whole = shrunk(media, LIMITS.canvasSide.maximum);
  const side = (own: number | 'auto', other: number | 'auto', mediaSide: number, otherMediaSide: number) => {
    if (own !== 'auto') return own;
    return evenSide(other === 'auto' ? mediaSide : (other * mediaSide) / otherMediaSide);
  };
  return {
    width: side(width, height, whole.width, whole.height),
    height: side(height, width, whole.height, whole.width),
  };
};

const evenSide = (side: number): number =>
  Math.min(LIMITS.canvasSide.maximum, Math.max(LIMITS.canvasSide.minimum, Math.round(side / 2) * 2));
