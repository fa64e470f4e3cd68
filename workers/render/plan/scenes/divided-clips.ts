import { longestText } from '../../../../domain/composition/animation/text-states.js';
import { movingStretch } from '../../../../domain/composition/animation/text-units.js';
import { type FrameSpan, isEmptySpan, overlapOf } from '../../../../domain/composition/timeline.js';
import { framesOf, type ListedClip, pushesOf, transitionFrames } from '../clip-frames.js';
import { isPlain, hasPlayingMedia } from './plain-clips.js';
import type { SceneContext } from './scene-builder.js';

/** A part of the frames of a clip; `plain` is the clip to show on them if it is plain there. */
export interface DividedSpan {
  readonly span: FrameSpan;
  readonly plain?: ListedClip;
}

/**
 * Divides the frames of a clip into those on which it is drawn as a scene and those on which it is plain, such as a
 * video between its transitions.
 */
export const divideFrames = (
  one: ListedClip,
  listed: ReadonlyArray<ListedClip>,
  span: FrameSpan,
  context: SceneContext,
): ReadonlyArray<DividedSpan> => {
  if (pushesOf(one, listed).length > 0) return [{ span }];
  if (isPlain(one, context)) return [{ span, plain: one }];
  const text = dividedText(one, span, context);
  if (text) return text;
  const { transition: _, ...withoutTransition } = one.clip;
  const plain: ListedClip = { ...one, clip: withoutTransition };
  if (one.clip.type !== 'video' || !hasPlayingMedia(one, context) || !isPlain(plain, context))
    return [{ span }];
  const transitions = transitionFrames(one, context);
  const still = overlapOf({ from: transitions.in.to, to: transitions.out.from }, span);
  if (isEmptySpan(still)) return [{ span }];
  return [
    { span: { from: span.from, to: still.from } },
    { span: still, plain },
    { span: { from: still.to, to: span.to } },
  ].filter((part) => !isEmptySpan(part.span));
};

/** Divides the frames of a text that is plain except while its letters, words or lines move. */
const dividedText = (
  one: ListedClip,
  span: FrameSpan,
  context: SceneContext,
): ReadonlyArray<DividedSpan> | undefined => {
  const { clip } = one;
  if (clip.type !== 'text' || clip.textProperties.animation === undefined) return undefined;
  const { animation, ...textProperties } = clip.textProperties;
  const plain: ListedClip = { ...one, clip: { ...clip, textProperties } };
  if (!isPlain(plain, context)) return undefined;
  const { start, end } = clip.timeFrame;
  const stretch = movingStretch(animation, longestText(textProperties), end - start);
  const moves = overlapOf(framesOf(one, context, stretch), span);
  return [
    { span: { from: span.from, to: Math.min(span.to, moves.from) }, plain },
    { span: moves },
    { span: { from: Math.max(span.from, moves.to), to: span.to }, plain },
  ].filter((part) => !isEmptySpan(part.span));
};
