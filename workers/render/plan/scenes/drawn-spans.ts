import { movementOf, type MovingSpan } from '../../../../domain/composition/animation/movement.js';
import { captionStates } from '../../../../domain/composition/captions/caption-groups.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';
import { type FrameSpan, isEmptySpan, overlapOf } from '../../../../domain/composition/timeline.js';
import {
  clipsOfGroup,
  framesOf,
  type ListedClip,
  pushedFrames,
  startOf,
  transitionFrames,
} from '../clip-frames.js';
import { hasPlayingMedia } from './plain-clips.js';
import type { SceneContext } from './scene-builder.js';

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
  const { moving, cuts } = changesOf(one, listed, context);
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

const changesOf = (
  listed: ListedClip,
  siblings: ReadonlyArray<ListedClip>,
  context: SceneContext,
): Changes => {
  const shown = framesOf(listed, context);
  const transitions = transitionFrames(listed, context);
  const always = hasPlayingMedia(listed, context) || hasNoise(listed.clip);
  const movement = always
    ? [shown]
    : movementOf(listed.clip).map((part) => overlapOf(framesOf(listed, context, part), shown));
  const own: Changes = {
    moving: [...movement, ...pushedFrames(listed, siblings, context)],
    cuts: [
      shown.from,
      shown.to,
      transitions.in.to,
      transitions.out.from,
      // A movement between two frames appears as a jump on the second.
      ...movement.filter(isEmptySpan).map(({ from }) => from),
    ],
  };
  const parts = [own, ...contentOf(listed, shown, context), ...maskOf(listed.clip, siblings, context)];
  return {
    moving: parts.flatMap(({ moving }) => moving.filter((stretch) => !isEmptySpan(stretch))),
    cuts: parts.flatMap(({ cuts }) => cuts),
  };
};

const hasNoise = ({ effects }: ResolvedClip): boolean =>
  (effects?.filters ?? []).some(({ type }) => type === 'noise');

const contentOf = (listed: ListedClip, shown: FrameSpan, context: SceneContext): ReadonlyArray<Changes> => {
  const { clip } = listed;
  if (clip.type === 'caption') {
    const timeFrame = { start: startOf(listed), offset: clip.timeFrame.offset };
    const states = captionStates(clip.captionProperties, timeFrame, context.rate, shown);
    return [{ moving: [], cuts: states.flatMap(({ span: { from, to } }) => [from, to]) }];
  }
  if (clip.type !== 'group') return [];
  const inner = clipsOfGroup(clip, listed);
  return inner.map((one) => changesOf(one, inner, context));
};

const maskOf = (
  { effects }: ResolvedClip,
  siblings: ReadonlyArray<ListedClip>,
  context: SceneContext,
): ReadonlyArray<Changes> => {
  const mask = siblings.find(({ clip: { id } }) => id === effects?.mask?.clip);
  return mask ? [changesOf(mask, siblings, context)] : [];
};
