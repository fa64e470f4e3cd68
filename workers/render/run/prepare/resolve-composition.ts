import * as E from 'fp-ts/lib/Either.js';
import { type ClipPath, clipsWithPaths, clipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { Canvas, Composition } from '../../../../domain/composition/composition.js';
import type { CompositionFacts, MediaFacts } from '../../../../domain/composition/resolve/facts.js';
import { resolveComposition } from '../../../../domain/composition/resolve/resolve.js';
import type { ResolvedComposition, ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';
import { notDrawable } from '../../../../domain/render/failure-cause.js';
import { findTooCostly } from '../../plan/cost.js';
import type { LocalSource } from '../../plan/local-source.js';
import { inSlices } from '../tasks.js';
import { shownSize } from '../../plan/scenes/shown-size.js';
import { textStates } from '../../../../domain/composition/animation/text-states.js';
import { LIMITS } from '../../../../domain/composition/limits.js';
import {
  type FrameRate,
  frameCount,
  frameRate,
  type FrameSpan,
  overlapOf,
} from '../../../../domain/composition/timeline.js';
import { framesOf } from '../../plan/clip-frames.js';

export const mediaFacts = ({ probed }: LocalSource): MediaFacts => {
  if (probed._tag === 'Image') {
    const { width, height, pageDurations } = probed;
    const durationMs = pageDurations.reduce((sum, ms) => sum + ms, 0);
    return { size: { width, height }, ...(pageDurations.length > 1 ? { durationMs } : {}) };
  }
  const { video, duration } = probed;
  return {
    durationMs: duration,
    ...(video ? { size: shownSize(video) } : {}),
  };
};

/**
 * The composition as rendered, with all times, positions and sizes resolved.
 * @param texts sizes of laid-out texts by the ids of their clips, where a side is `auto`
 * @throws RenderError naming the clip that cannot be resolved
 */
export const resolvedComposition = (
  composition: Composition,
  sources: ReadonlyMap<ClipPath, LocalSource>,
  texts: ReadonlyMap<string, Canvas>,
): ResolvedComposition => {
  const placed = clipsWithPaths(composition.clips);
  const factsAt = (suffix: string): ReadonlyMap<string, MediaFacts> =>
    new Map(
      placed.flatMap(({ clip, at }) => {
        const source = sources.get(`${at}${suffix}`);
        return source ? [[clip.id, mediaFacts(source)] as const] : [];
      }),
    );
  const facts: CompositionFacts = { media: factsAt(''), masks: factsAt('.effects.mask'), texts };
  const resolved = resolveComposition(composition, facts);
  if (E.isRight(resolved)) {
    refuseTooManyTexts(resolved.right);
    // Templates may be drawn with placeholders in place of times.
    const untimed = clipsWithPaths(resolved.right.clips).find(
      ({ clip: { timeFrame } }) => !Number.isFinite(timeFrame.start) || !Number.isFinite(timeFrame.end),
    );
    if (untimed) throw notDrawable('its times are not numbers', untimed.at);
    return resolved.right;
  }
  const { clip, problem } = resolved.left;
  throw notDrawable(problem, placed.find((one) => one.clip.id === clip)?.at);
};

/**
 * Refuses a composition that is too costly to draw.
 * @throws RenderError naming the clip that costs most
 */
export const refuseTooCostly = async (
  composition: ResolvedComposition,
  sources: ReadonlyMap<ClipPath, LocalSource>,
  signal: AbortSignal,
): Promise<void> => {
  const found = await inSlices(findTooCostly(composition, sources), signal);
  if (found) throw notDrawable(found.problem, found.clip);
};

/** @throws RenderError if a counter or a text with keyframes has more states than a render may rasterize */
const refuseTooManyTexts = ({ metadata, clips }: ResolvedComposition): void => {
  const rate = frameRate(metadata.fps);
  refuse(clips, { from: 0, to: frameCount(metadata.duration, rate) }, rate);
};

const refuse = (
  clips: ReadonlyArray<ResolvedClip>,
  frames: FrameSpan,
  rate: FrameRate,
  within?: ClipPath,
): void => {
  for (const [index, clip] of clips.entries()) {
    const at = clipPath(index, within);
    if (clip.type === 'group') refuse(clip.clips, frames, rate, at);
    const shown = overlapOf(frames, framesOf({ clip, origin: 0 }, { rate, frames: frames.to }));
    const most = LIMITS.textStates + 1;
    if (clip.type === 'text' && textStates(clip, shown, rate, 0, most).length === most)
      throw notDrawable(`the text changes more than ${LIMITS.textStates} times`, at);
  }
};
