import type { Keyframes, NumericProperty } from '../fields/keyframes.js';
import { type Counter, counterText } from '../fields/text-animation.js';
import type { ResolvedClipOf, ResolvedText } from '../resolve/resolved.js';
import { shownText } from '../shown-text.js';
import { firstFrameFrom, type FrameRate, type FrameSpan, instantOf } from '../timeline.js';
import { ease, progressWithin, rangeOf } from './easing.js';
import { animated, greatestValue, isSteady, pointsOf, textAt as valueAt } from './interpolation.js';

/** A state of a text, and the frames that show it. */
export interface TextState {
  readonly text: ResolvedText;
  readonly span: FrameSpan;
}

type TextClip = Pick<ResolvedClipOf<'text'>, 'textProperties' | 'keyframes' | 'timeFrame'>;

/** Whether keyframes change the style of a text, not its box. */
export const isTextKeyframe = ({ property }: Keyframes): boolean => property.startsWith('textProperties.');

/** The text at `t` ms of its clip. `progress` is 0 at the first frame of the clip and 1 at its last. */
const textAt = ({ textProperties, keyframes }: TextClip, t: number, progress: number): ResolvedText => {
  const { counter } = textProperties;
  const color = valueAt(keyframes, 'textProperties.color', t);
  return {
    ...textProperties,
    ...(counter ? { content: counterText(counter, ease(counter.easing, progress)) } : {}),
    ...(color !== undefined && { color }),
    fontSize: animated(keyframes, 'textProperties.fontSize', t, textProperties.fontSize),
    ...(pointsOf(keyframes, 'textProperties.letterSpacing')
      ? { letterSpacing: animated(keyframes, 'textProperties.letterSpacing', t, 0) }
      : {}),
  };
};

/**
 * The states of a text clip on the frames of `span`, in order: a single one unless it has a counter or keyframes. Halves
 * the span until nothing changes in it, so that long spans without a change cost little.
 * @param origin the start of its group, ms
 * @param maximum ends the search after this many states
 */
export const textStates = (
  clip: TextClip,
  span: FrameSpan,
  rate: FrameRate,
  origin = 0,
  maximum = Infinity,
): ReadonlyArray<TextState> => {
  const { textProperties, keyframes = [], timeFrame } = clip;
  const { counter } = textProperties;
  const tracks = keyframes.filter(isTextKeyframe);
  if (counter === undefined && tracks.length === 0) return [{ text: textProperties, span }];
  const [start, end] = [origin + timeFrame.start, origin + timeFrame.end];
  const first = firstFrameFrom(start, rate);
  const steps = firstFrameFrom(end, rate) - 1 - first;
  const timeOf = (frame: number): number => instantOf(frame, rate) - start;
  const progressOf = (frame: number): number => (steps > 0 ? (frame - first) / steps : 1);
  const isConstant = (from: number, last: number): boolean => {
    if (!tracks.every((track) => isSteady(track, timeOf(from), timeOf(last)))) return false;
    if (!counter || from === last) return true;
    const { least, most } = progressWithin(counter.easing, progressOf(from), progressOf(last));
    return counterText(counter, least) === counterText(counter, most);
  };
  const states: TextState[] = [];
  let previousKey = '';
  const add = ({ from, to }: FrameSpan): void => {
    if (from >= to || states.length >= maximum) return;
    if (to - from > 1 && !isConstant(from, to - 1)) {
      const middle = Math.floor((from + to) / 2);
      add({ from, to: middle });
      return add({ from: middle, to });
    }
    const text = textAt(clip, timeOf(from), progressOf(from));
    const key = JSON.stringify([text.content, text.color, text.fontSize, text.letterSpacing]);
    const before = states.at(-1);
    if (before && key === previousKey)
      states[states.length - 1] = { ...before, span: { ...before.span, to } };
    else states.push({ text, span: { from, to } });
    previousKey = key;
  };
  add(span);
  return states;
};

/** The longest text of a counter, including where its easing overshoots. */
const longestCount = (counter: Counter): string => {
  const { least, most } = rangeOf(counter.easing);
  const [longest = ''] = [0, 1, least, most]
    .map((p) => counterText(counter, p))
    .toSorted((a, b) => b.length - a.length);
  return longest;
};

/** The longest text that a clip shows. */
export const longestText = (text: ResolvedText): string =>
  shownText(text.counter ? { ...text, content: longestCount(text.counter) } : text);

/** The text with the longest content and the largest size of all states, to measure boxes with automatic sizes. */
export const largestText = (clip: TextClip): ResolvedText => {
  const { textProperties, keyframes } = clip;
  const { counter } = textProperties;
  const greatest = (property: NumericProperty): number | undefined => {
    const points = pointsOf(keyframes, property);
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
