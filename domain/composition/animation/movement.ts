import { joinedSpans } from '../../groups.js';
import { changesLook } from '../fields/keyframes.js';
import type { ResolvedClip, ResolvedClipOf } from '../resolve/resolved.js';
import type { FrameSpan } from '../timeline.js';
import { isAnimatedCaption } from '../captions/caption-groups.js';
import { changesView } from './motion.js';
import { longestText } from './text-states.js';
import { movingStretch } from './text-units.js';
import { windowsOf } from './transitions.js';

/** An interval of a clip in ms from its start: `from` ≤ t < `to`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

const keyframeStretches = ({ keyframes = [] }: ResolvedClip): ReadonlyArray<Stretch> =>
  keyframes
    .filter(changesLook)
    .map(({ points }) => ({ from: points[0]?.time ?? 0, to: points.at(-1)?.time ?? 0 }));

const motionStretches = ({ motion }: ResolvedClip, length: number): ReadonlyArray<Stretch> =>
  motion && changesView(motion) ? [{ from: 0, to: length }] : [];

const textStretches = (
  { textProperties }: ResolvedClipOf<'text'>,
  length: number,
): ReadonlyArray<Stretch> => {
  const { animation, counter } = textProperties;
  return [
    ...(animation ? [movingStretch(animation, longestText(textProperties), length)] : []),
    ...(counter ? [{ from: 0, to: length }] : []),
  ];
};

/** The intervals in which the content of the clip, except media, changes continuously by itself. */
const contentStretches = (clip: ResolvedClip, length: number): ReadonlyArray<Stretch> => {
  const whole = [{ from: 0, to: length }];
  switch (clip.type) {
    case 'progress':
    case 'waveform':
      return whole;
    case 'group':
      return clip.clips.flatMap((inner) => {
        const { start } = inner.timeFrame;
        return stretchesOf(inner).map(({ from, to }) => ({ from: from + start, to: to + start }));
      });
    case 'text':
      return textStretches(clip, length);
    case 'caption':
      return isAnimatedCaption(clip.captionProperties) ? whole : [];
    case 'video':
    case 'audio':
    case 'image':
    case 'shape':
      return [];
  }
};

const stretchesOf = (clip: ResolvedClip): ReadonlyArray<Stretch> => {
  const length = clip.timeFrame.end - clip.timeFrame.start;
  const windows = windowsOf(clip.transition, length);
  return [
    { from: 0, to: windows.in },
    { from: length - windows.out, to: length },
    ...keyframeStretches(clip),
    ...motionStretches(clip, length),
    ...contentStretches(clip, length),
  ]
    .map(({ from, to }) => ({ from: Math.max(0, from), to: Math.min(length, to) }))
    .filter(({ from, to }) => to > from);
};

/**
 * The intervals in which the appearance of a clip changes continuously. Outside them, `lookAt` returns the same value
 * at every instant. In order, not overlapping. The content of a playing video or animation is not considered.
 */
export const movementOf = (clip: ResolvedClip): ReadonlyArray<Stretch> => joinedSpans(stretchesOf(clip));

/** Consecutive frames: a clip moves in all of them, or in none. */
export interface MovingSpan {
  readonly span: FrameSpan;
  readonly moves: boolean;
}
