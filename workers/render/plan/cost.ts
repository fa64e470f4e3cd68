import { lookAt, type ClipLook } from '../../../domain/composition/animation/look.js';
import { type ClipPath, clipPath } from '../../../domain/composition/clips/clip-paths.js';
import type { Filter } from '../../../domain/composition/fields/filters.js';
import { boxOf } from '../../../domain/composition/geometry/geometry.js';
import { LIMITS } from '../../../domain/composition/limits.js';
import type { ResolvedClip, ResolvedComposition } from '../../../domain/composition/resolve/resolved.js';
import { frameRate } from '../../../domain/composition/timeline.js';
import { filtersReach } from '../draw/effects/filters.js';
import { separateParts } from '../draw/words/text-parts.js';
import type { LocalSource } from './local-source.js';
import { neededSize } from './scenes/needed-size.js';
import { isPlain } from './scenes/plain-clips.js';
import type { ListedClip } from './clip-frames.js';
import type { SceneContext } from './scenes/scene-builder.js';
import { maskIds } from './scenes/scenes.js';
import { shownSize } from './scenes/shown-size.js';
import type { Steps } from './steps.js';
import { unitsCost } from './text-cost.js';

/** The number of intervals between the instants at which the look of a clip is sampled. */
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
export function* findTooCostly(
  { metadata, clips }: ResolvedComposition,
  sources: SceneContext['sources'],
): Steps<TooCostly | undefined> {
  const { num, den } = frameRate(metadata.fps);
  const framesPerMs = num / (den * 1000);
  const counted = listedIn(clips).filter((one) => !isPlainAlone(one, sources));
  const costs = yield* drawnCosts(counted, { canvas: metadata.canvas, framesPerMs, sources });
  if (!Array.isArray(costs)) return costs;
  const total = costs.reduce((sum, { pixels }) => sum + pixels, 0);
  if (total <= LIMITS.drawnPixels) return undefined;
  const problem =
    'the video needs more drawing than one render may do: its layers, filters, groups or moving letters are too many or too large';
  const dearest = costs.reduce((most, cost) => (cost.pixels >= most.pixels ? cost : most));
  return { clip: dearest.at, problem };
}

/** Whether a clip is drawn without a scene; masks never are. */
const isPlainAlone = ({ isMask, ...listed }: CountedClip, sources: SceneContext['sources']): boolean =>
  !isMask && isPlain(listed, { sources });

/** A clip of a list, and whether it is the mask of another: then it is drawn on a surface of its own. */
interface CountedClip extends Pick<ListedClip, 'clip' | 'at'> {
  readonly isMask: boolean;
}

const listedIn = (clips: ReadonlyArray<ResolvedClip>, group?: ClipPath): ReadonlyArray<CountedClip> => {
  const listed = clips.map((clip, index) => ({ clip, at: clipPath(index, group) }));
  const masks = maskIds(listed);
  return listed.map((one) => ({ ...one, isMask: masks.has(one.clip.id) }));
};

/** The pixel operations of a clip with those of its masks. */
interface DrawnCost {
  readonly at: ClipPath;
  readonly pixels: number;
}

/** What the cost of a clip depends on besides the clip itself. */
interface CostContext extends Pick<SceneContext, 'canvas' | 'sources'> {
  readonly framesPerMs: number;
}

/** The costs of the drawn clips of a list. A mask is drawn again for every clip that it masks. */
function* drawnCosts(
  listed: ReadonlyArray<CountedClip>,
  context: CostContext,
): Steps<DrawnCost[] | TooCostly> {
  const own = new Map<string, number>();
  for (const one of listed) {
    yield;
    const cost = one.clip.type === 'audio' ? 0 : yield* costOf(one, context);
    if (typeof cost !== 'number') return cost;
    own.set(one.clip.id, cost);
  }
  const maskOf = new Map(listed.map(({ clip: { id, effects } }) => [id, effects?.mask?.clip]));
  return listed
    .filter(({ isMask }) => !isMask)
    .map(({ clip, at }) => {
      const masks = new Set<string>();
      for (let id = maskOf.get(clip.id); id !== undefined && !masks.has(id); id = maskOf.get(id))
        masks.add(id);
      return { at, pixels: [clip.id, ...masks].reduce((sum, id) => sum + (own.get(id) ?? 0), 0) };
    });
}

/** The number of pixel operations on all frames of a clip. */
function* costOf({ clip, at, isMask }: CountedClip, context: CostContext): Steps<number | TooCostly> {
  const { canvas, framesPerMs, sources } = context;
  const { width, height } = boxOf(clip);
  if (isMask && width * height > LIMITS.surfacePixels)
    return { clip: at, problem: `as a mask, it is larger than ${LIMITS.surfacePixels} pixels` };
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
    sum += Math.min(surface, LIMITS.surfacePixels) * operationsPerPixel(clip, look);
  }
  const each = sum / instants.length + keyingCost(clip, sources.get(at));
  const own = each * length * framesPerMs + unitsCost(clip, framesPerMs);
  return clip.type === 'group' ? yield* groupCost(own, clip, at, context) : own;
}

function* groupCost(
  own: number,
  { clips, size }: Extract<ResolvedClip, { readonly type: 'group' }>,
  at: ClipPath,
  context: CostContext,
): Steps<number | TooCostly> {
  const costs = yield* drawnCosts(listedIn(clips, at), { ...context, canvas: size });
  return Array.isArray(costs) ? costs.reduce((sum, { pixels }) => sum + pixels, own) : costs;
}

const instantsOf = ({ keyframes = [] }: ResolvedClip, length: number): ReadonlyArray<number> => [
  ...Array.from({ length: SAMPLES + 1 }, (_, index) => (length * index) / SAMPLES),
  ...keyframes.flatMap(({ points }) => points.map(({ time }) => Math.min(length, time))),
];

const surfaceOf = ({ box, filters, transitionFilters }: ClipLook): number => {
  const margin = 2 * filtersReach([...filters, ...transitionFilters]);
  return (Math.ceil(box.width) + margin) * (Math.ceil(box.height) + margin);
};

/** Whether a clip is drawn on its own surface, of the size of its box, and not directly on the canvas. */
const needsSurface = (clip: ResolvedClip, { filters, transitionFilters, reveals, tint }: ClipLook) => {
  const { type, effects } = clip;
  const { shadow, border, borderRadius, chromaKey, mask } = effects ?? {};
  return (
    type === 'group' ||
    separateParts(clip).length > 0 ||
    filters.length + transitionFilters.length > 0 ||
    reveals.length > 0 ||
    tint !== undefined ||
    [shadow, border, borderRadius, chromaKey, mask].some((look) => look !== undefined)
  );
};

/** Operations per pixel. Filters that run in JavaScript cost as much as several of Skia's. */
const operationsPerPixel = ({ effects }: ResolvedClip, { filters, transitionFilters, reveals }: ClipLook) => {
  const { shadow, mask } = effects ?? {};
  return (
    1 +
    [...filters, ...transitionFilters].reduce((sum, { type }) => sum + WEIGHTS[type], 0) +
    reveals.length * 2 +
    (shadow ? 5 : 0) +
    (mask ? 4 : 0)
  );
};

const KEYING = 5;

/** Pixel operations of a chroma key on one frame. Videos are keyed in their own pixels, other clips as drawn. */
const keyingCost = (clip: ResolvedClip, source: LocalSource | undefined): number => {
  if (clip.effects?.chromaKey === undefined) return 0;
  const video = source?.probed._tag === 'Media' ? source.probed.video : undefined;
  const { width, height } = video ? neededSize(clip, shownSize(video), 1) : boxOf(clip);
  return Math.min(width * height, LIMITS.surfacePixels) * KEYING;
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
