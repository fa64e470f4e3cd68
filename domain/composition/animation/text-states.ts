import type { KeyframePoint, Keyframes } from '../format/keyframes.js';
import { type Counter, counterText } from '../format/text-animation.js';
import type { ResolvedClipOf, ResolvedText } from '../resolve/resolved.js';
import { shownText } from '../shown-text.js';
import { firstFrameFrom, type FrameRate, type FrameSpan, instantOf } from '../timeline.js';
import { ease, progressWithin, rangeOf } from './easing.js';
import { colorAt, greatestValue, isSteady, trackValue } from './interpolation.js';

/** A state of a text, and the frames that show it. */
export interface TextState {
  readonly text: ResolvedText;
  readonly span: FrameSpan;
}

type TextClip = Pick<ResolvedClipOf<'text'>, 'textProperties' | 'keyframes' | 'timeFrame'>;

/** Properties of a text that keyframes may change. */
const PROPERTIES = [
  'textProperties.color',
  'textProperties.fontSize',
  'textProperties.letterSpacing',
] as const;

/** Whether keyframes change the style of a text, not its box. */
export const isTextKeyframe = ({ property }: Keyframes): boolean =>
  (PROPERTIES as ReadonlyArray<string>).includes(property);

const pointsOf = (
  { keyframes = [] }: TextClip,
  property: (typeof PROPERTIES)[number],
): ReadonlyArray<KeyframePoint> | undefined => keyframes.find((track) => track.property === property)?.points;

/** The text at `t` ms of its clip, on a frame that is `share` (0–1) of the way from its first frame to its last. */
const textAt = (clip: TextClip, t: number, share: number): ResolvedText => {
  const { textProperties } = clip;
  const { counter } = textProperties;
  const [color, fontSize, letterSpacing] = PROPERTIES.map((property) => pointsOf(clip, property));
  return {
    ...textProperties,
    ...(counter ? { content: counterText(counter, ease(counter.easing, share)) } : {}),
    ...(color ? { color: colorAt(color, t) } : {}),
    ...(fontSize
      ? { fontSize: trackValue({ property: 'textProperties.fontSize', points: fontSize }, t) }
      : {}),
    ...(letterSpacing
      ? {
          letterSpacing: trackValue({ property: 'textProperties.letterSpacing', points: letterSpacing }, t),
        }
      : {}),
  };
};

/**
 * The states of a text clip on the frames of `span`, in order: a single one unless it has a counter or keyframes.
 * Stretches without a change are not looked at frame by frame.
 * @param origin the start of its group, ms
 * @param most ends the search after this many states
 */
export const textStates = (
  clip: TextClip,
  span: FrameSpan,
  rate: FrameRate,
  origin = 0,
  most = Infinity,
): ReadonlyArray<TextState> => {
  const { textProperties, keyframes = [], timeFrame } = clip;
  const { counter } = textProperties;
  const tracks = keyframes.filter(isTextKeyframe);
  if (counter === undefined && tracks.length === 0) return [{ text: textProperties, span }];
  const [start, end] = [origin + timeFrame.start, origin + timeFrame.end];
  const first = firstFrameFrom(start, rate);
  const steps = firstFrameFrom(end, rate) - 1 - first;
  const timeOf = (frame: number): number => instantOf(frame, rate) - start;
  const shareOf = (frame: number): number => (steps > 0 ? (frame - first) / steps : 1);
  const isOne = (from: number, last: number): boolean => {
    if (!tracks.every((track) => isSteady(track, timeOf(from), timeOf(last)))) return false;
    if (!counter || from === last) return true;
    const { least, most } = progressWithin(counter.easing, shareOf(from), shareOf(last));
    return counterText(counter, least) === counterText(counter, most);
  };
  const states: TextState[] = [];
  let known = '';
  const add = ({ from, to }: FrameSpan): void => {
    if (from >= to || states.length >= most) return;
    if (to - from > 1 && !isOne(from, to - 1)) {
      const middle = Math.floor((from + to) / 2);
      add({ from, to: middle });
      return add({ from: middle, to });
    }
    const text = textAt(clip, timeOf(from), shareOf(from));
    const key = JSON.stringify([text.content, text.color, text.fontSize, text.letterSpacing]);
    const before = states.at(-1);
    if (before && key === known) states[states.length - 1] = { ...before, span: { ...before.span, to } };
    else states.push({ text, span: { from, to } });
    known = key;
  };
  add(span);
  return states;
};

/** The longest text of a counter, also where its easing overshoots. */
const longestCount = (counter: Counter): string => {
  const { least, most } = rangeOf(counter.easing);
  const [longest = ''] = [0, 1, least, most]
    .map((p) => counterText(counter, p))
    .toSorted((a, b) => b.length - a.length);
  return longest;
};

/** The text with the most letters that a clip shows. */
export const longestText = (text: ResolvedText): string =>
  shownText(text.counter ? { ...text, content: longestCount(text.counter) } : text);

/** The text at the largest size of all states, to measure boxes with automatic sizes. */
export const largestText = (clip: TextClip): ResolvedText => {
  const { textProperties } = clip;
  const { counter } = textProperties;
  const greatest = (property: (typeof PROPERTIES)[number]): number | undefined => {
    const points = pointsOf(clip, property);
    return points && greatestValue({ property, points });
  };
  const letterSpacing = greatest('textProperties.letterSpacing');
  return {
    ...textProperties,
    ...(counter ? { content: longestCount(counter) } : {}),
    fontSize: greatest('textProperties.fontSize') ?? textProperties.fontSize,
    ...(letterSpacing === undefined ? {} : { letterSpacing }),
  };
};
