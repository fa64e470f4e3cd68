import { movementOf, type MovingSpan } from '../../../../domain/composition/animation/movement.js';
import { windowsOf } from '../../../../domain/composition/animation/transitions.js';
import { captionStates } from '../../../../domain/composition/captions/caption-states.js';
import { clipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';
import {
  type FrameSpan,
  framesWithin,
  isEmptySpan,
  overlapOf,
} from '../../../../domain/composition/timeline.js';
import { playsWith } from '../playing-media.js';
import { pushedFrames } from './pushes.js';
import type { ListedClip, SceneContext } from './scene-builder.js';

/** Frames on which the picture of a clip changes continuously, and frames at which it changes once. */
interface Changes {
  readonly moving: ReadonlyArray<FrameSpan>;
  readonly cuts: ReadonlyArray<number>;
}

/**
 * Divides the frames of a drawn clip into spans on which its picture changes from frame to frame and spans on which it
 * is still.
 */
export const drawnSpans = (
  one: ListedClip,
  listed: ReadonlyArray<ListedClip>,
  span: FrameSpan,
  context: SceneContext,
): ReadonlyArray<MovingSpan> => {
  const { moving, cuts } = changesOf(one, listed, 0, context);
  const edges = [...moving.flatMap(({ from, to }) => [from, to]), ...cuts, span.from, span.to];
  const inOrder = [...new Set(edges)]
    .filter((edge) => edge >= span.from && edge <= span.to)
    .toSorted((a, b) => a - b);
  const parts: MovingSpan[] = [];
  for (const [index, from] of inOrder.slice(0, -1).entries()) {
    const to = inOrder[index + 1] ?? from;
    const moves = moving.some((stretch) => stretch.from <= from && from < stretch.to);
    const last = parts.at(-1);
    // Moving frames form one span, except where the clip starts or stops hiding the canvas.
    if (moves && last?.moves === true && !cuts.includes(from))
      parts[parts.length - 1] = { span: { from: last.span.from, to }, moves };
    else parts.push({ span: { from, to }, moves });
  }
  return parts;
};

/** The changes in a clip of a list that starts at `origin` ms of the video. */
const changesOf = (
  { clip, at }: ListedClip,
  siblings: ReadonlyArray<ListedClip>,
  origin: number,
  context: SceneContext,
): Changes => {
  const { rate, frames } = context;
  const start = origin + clip.timeFrame.start;
  const length = clip.timeFrame.end - clip.timeFrame.start;
  const shown = framesWithin({ start, end: start + length }, rate, frames);
  const span = ({ from, to }: { readonly from: number; readonly to: number }): FrameSpan =>
    overlapOf(framesWithin({ start: start + from, end: start + to }, rate, frames), shown);
  const windows = windowsOf(clip.transition, length);
  const always = playsWith({ clip, at }, context) || hasNoise(clip);
  const movement = always ? [shown] : movementOf(clip).map(span);
  const own: Changes = {
    moving: [...movement, ...pushedFrames(clip, siblings, origin, context)],
    cuts: [
      shown.from,
      shown.to,
      span({ from: windows.in, to: length }).from,
      span({ from: 0, to: length - windows.out }).to,
      // What moves between two frames only has jumped on the second.
      ...movement.filter(isEmptySpan).map(({ from }) => from),
    ],
  };
  const parts = [
    own,
    ...contentOf({ clip, at }, origin, shown, context),
    ...maskOf(clip, siblings, origin, context),
  ];
  return {
    moving: parts.flatMap(({ moving }) => moving.filter((stretch) => !isEmptySpan(stretch))),
    cuts: parts.flatMap(({ cuts }) => cuts),
  };
};

const hasNoise = ({ effects }: ResolvedClip): boolean =>
  (effects?.filters ?? []).some(({ type }) => type === 'noise');

const contentOf = (
  { clip, at }: ListedClip,
  origin: number,
  shown: FrameSpan,
  context: SceneContext,
): ReadonlyArray<Changes> => {
  if (clip.type === 'caption') {
    const timeFrame = { start: origin + clip.timeFrame.start, offset: clip.timeFrame.offset };
    const states = captionStates(clip.captionProperties, timeFrame, context.rate, shown);
    return [{ moving: [], cuts: states.flatMap(({ span: { from, to } }) => [from, to]) }];
  }
  if (clip.type !== 'group') return [];
  const inner = clip.clips.map((one, index) => ({ clip: one, at: clipPath(index, at) }));
  return inner.map((one) => changesOf(one, inner, origin + clip.timeFrame.start, context));
};

const maskOf = (
  { effects }: ResolvedClip,
  siblings: ReadonlyArray<ListedClip>,
  origin: number,
  context: SceneContext,
): ReadonlyArray<Changes> => {
  const mask = siblings.find(({ clip: { id } }) => id === effects?.mask?.clip);
  return mask ? [changesOf(mask, siblings, origin, context)] : [];
};
