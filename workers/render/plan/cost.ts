import { lookAt, type ClipLook } from '../../../domain/composition/animation/look.js';
import { type ClipPath, clipPath } from '../../../domain/composition/clip-paths.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import type { Filter } from '../../../domain/composition/format/filters.js';
import { LIMITS } from '../../../domain/composition/limits.js';
import type { ResolvedClip, ResolvedComposition } from '../../../domain/composition/resolve/resolved.js';
import { frameRate } from '../../../domain/composition/timeline.js';
import { reachOf } from '../draw/filters.js';
import { isPlain } from './plain-clips.js';
import type { SceneContext } from './scene-builder.js';
import { unitsCost } from './text-cost.js';

/** The number of instants at which the look of a clip is sampled. */
const SAMPLES = 32;

/** The clip that costs too much, and why. */
export interface TooCostly {
  readonly clip: ClipPath;
  readonly problem: string;
}

/**
 * Whether drawing a composition would exceed the limits of a render: pixels × layers × frames, including filters,
 * shadows, masks, groups and moving letters. This is an estimate from the looks of each clip at sampled instants and at
 * its keyframes.
 */
export const tooCostly = (
  { metadata, clips }: ResolvedComposition,
  sources: SceneContext['sources'],
): TooCostly | undefined => {
  const { num, den } = frameRate(metadata.fps);
  const framesPerMs = num / (den * 1000);
  let dearest = { at: '', pixels: 0 };
  let total = 0;
  for (const [index, clip] of clips.entries()) {
    const at = clipPath(index);
    if (clip.type === 'audio' || isPlain({ clip, at }, { sources })) continue;
    const pixels = costOf(clip, at, metadata.canvas, framesPerMs);
    if (typeof pixels !== 'number') return pixels;
    total += pixels;
    if (pixels >= dearest.pixels) dearest = { at, pixels };
  }
  if (total <= LIMITS.drawnPixels) return undefined;
  const problem =
    'the video needs more drawing than one render may do: its layers, filters, groups or moving letters are too many or too large';
  return { clip: dearest.at, problem };
};

/** The number of pixel operations on all frames of a clip. */
const costOf = (
  clip: ResolvedClip,
  at: ClipPath,
  canvas: Canvas,
  framesPerMs: number,
): number | TooCostly => {
  const length = clip.timeFrame.end - clip.timeFrame.start;
  const instants = instantsOf(clip, length);
  let sum = 0;
  for (const t of instants) {
    const look = lookAt(clip, t, canvas);
    const surface = surfaceOf(look);
    if (surface > LIMITS.surfacePixels && needsSurface(clip, look))
      return {
        clip: at,
        problem: `with the spread of its effects, it is larger than ${LIMITS.surfacePixels} pixels`,
      };
    sum += Math.min(surface, LIMITS.surfacePixels) * timesTouched(clip, look);
  }
  const own = (sum / instants.length) * length * framesPerMs + unitsCost(clip, framesPerMs);
  return clip.type === 'group' ? withInner(own, clip, at, framesPerMs) : own;
};

const withInner = (
  own: number,
  { clips, size }: Extract<ResolvedClip, { readonly type: 'group' }>,
  at: ClipPath,
  framesPerMs: number,
): number | TooCostly => {
  let pixels = own;
  for (const [index, inner] of clips.entries()) {
    if (inner.type === 'audio') continue;
    const cost = costOf(inner, clipPath(index, at), size, framesPerMs);
    if (typeof cost !== 'number') return cost;
    pixels += cost;
  }
  return pixels;
};

const instantsOf = ({ keyframes = [] }: ResolvedClip, length: number): ReadonlyArray<number> => [
  ...Array.from({ length: SAMPLES + 1 }, (_, index) => (length * index) / SAMPLES),
  ...keyframes.flatMap(({ points }) => points.map(({ time }) => Math.min(length, time))),
];

const surfaceOf = ({ box, filters }: ClipLook): number => {
  const margin = 2 * reachOf(filters);
  return (Math.ceil(box.width) + margin) * (Math.ceil(box.height) + margin);
};

/** Whether a clip is drawn on its own surface, of the size of its box, and not directly on the canvas. */
const needsSurface = ({ type, effects }: ResolvedClip, { filters, reveals, tint }: ClipLook): boolean => {
  const { shadow, border, borderRadius, chromaKey, mask } = effects ?? {};
  return (
    type === 'group' ||
    filters.length > 0 ||
    reveals.length > 0 ||
    tint !== undefined ||
    [shadow, border, borderRadius, chromaKey, mask].some((look) => look !== undefined)
  );
};

/** Operations per pixel: our own filters run in JavaScript and cost as much as several of Skia's. */
const timesTouched = ({ effects }: ResolvedClip, { filters, reveals }: ClipLook): number => {
  const { shadow, mask, chromaKey } = effects ?? {};
  return (
    1 +
    filters.reduce((sum, { type }) => sum + WEIGHTS[type], 0) +
    reveals.length * 2 +
    (shadow ? 5 : 0) +
    (mask ? 4 : 0) +
    (chromaKey ? 5 : 0)
  );
};

const WEIGHTS: Readonly<Record<Filter['type'], number>> = {
  blur: 4,
  brightness: 1,
  contrast: 1,
  saturate: 1,
  grayscale: 1,
  sepia: 1,
  invert: 1,
  hueRotate: 1,
  vignette: 5,
  noise: 5,
  sharpen: 8,
  pixelate: 2,
  temperature: 4,
  lut: 20,
};
