import { boxOf } from '../../../../domain/composition/geometry/geometry.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';
import { type FrameSpan, isEmptySpan, overlapOf } from '../../../../domain/composition/timeline.js';
import { framesOf, type ListedClip } from '../clip-frames.js';
import { drawnSpans } from './drawn-spans.js';
import { hidesCanvas } from '../opaque-clips.js';
import { isPlain } from './plain-clips.js';
import type { Steps } from '../steps.js';
import type { SceneContext } from './scene-builder.js';

/** Frames on which all clips up to one are drawn together, as one opaque layer. */
export interface MixedSpan {
  readonly span: FrameSpan;
  /** The index of the topmost clip in drawing order. */
  readonly top: number;
}

/**
 * The frames on which clips are drawn together: where a blend mode needs the picture below it, and where a large clip
 * moves over a moving picture, because one layer costs less than two.
 */
export function* mixedSpans(
  shown: ReadonlyArray<ListedClip>,
  listed: ReadonlyArray<ListedClip>,
  planned: FrameSpan,
  context: SceneContext,
): Steps<ReadonlyArray<MixedSpan>> {
  const visible = shown.map((one) => overlapOf(framesOf(one, context), planned));
  const mixing: MixedSpan[] = [];
  for (const [top, one] of shown.entries()) {
    yield;
    const span = visible[top];
    if (!span || isEmptySpan(span)) continue;
    if (needsPictureBelow(one.clip)) mixing.push({ span, top });
    else
      for (const moving of spansMovingOver(shown, visible, top, listed, context))
        mixing.push({ span: moving, top });
  }
  const cuts = [...new Set(mixing.flatMap(({ span }) => [span.from, span.to]))].toSorted((a, b) => a - b);
  return cuts.slice(0, -1).flatMap((from, index) => {
    const tops = mixing.filter(({ span }) => span.from <= from && from < span.to).map(({ top }) => top);
    const to = cuts[index + 1] ?? from;
    return tops.length === 0 ? [] : [{ span: { from, to }, top: tops.reduce((a, b) => Math.max(a, b)) }];
  });
}

/** Whether a clip is blended with those below it. */
export const needsPictureBelow = ({ effects }: ResolvedClip): boolean =>
  (effects?.blendMode ?? 'normal') !== 'normal';

/** The least fraction of the canvas that a clip covers to be drawn together with the picture below it. */
const LARGE = 0.25;

const isLarge = (clip: ResolvedClip, { canvas }: SceneContext): boolean => {
  const { width, height } = boxOf(clip);
  return width * height >= LARGE * canvas.width * canvas.height;
};

/**
 * The frames on which a large clip moves over a moving image that hides the canvas, with only drawn clips in between.
 */
const spansMovingOver = (
  shown: ReadonlyArray<ListedClip>,
  visible: ReadonlyArray<FrameSpan>,
  top: number,
  listed: ReadonlyArray<ListedClip>,
  context: SceneContext,
): ReadonlyArray<FrameSpan> => {
  const one = shown[top];
  const span = visible[top];
  if (!one || !span || isPlain(one, context) || !isLarge(one.clip, context)) return [];
  const below = shown
    .slice(0, top)
    .flatMap((other, order) =>
      isEmptySpan(overlapOf(visible[order] ?? span, span)) ? [] : [{ other, order }],
    );
  const images = below.filter(({ other }) => other.clip.type === 'image' && !isPlain(other, context));
  if (images.length === 0) return [];
  return drawnSpans(one, listed, span, context)
    .filter((part) => part.moves && !hidesCanvas(one, part.span, context))
    .flatMap((part) =>
      images.flatMap(({ other, order }) =>
        drawnSpans(other, listed, visible[order] ?? span, context)
          .filter(({ moves }) => moves)
          .map((stretch) => overlapOf(stretch.span, part.span))
          .filter(
            (shared) =>
              !isEmptySpan(shared) &&
              hidesCanvas(other, shared, context) &&
              below.every(
                (between) =>
                  between.order <= order ||
                  !isPlain(between.other, context) ||
                  isEmptySpan(overlapOf(visible[between.order] ?? span, shared)),
              ),
          ),
      ),
    );
};
