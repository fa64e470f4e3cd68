import type { TextAnimation, TextUnit } from '../format/text-animation.js';
import { ease } from './easing.js';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const words = new Intl.Segmenter('und', { granularity: 'word' });

/** Scripts that put no spaces between words. */
const SPACELESS =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Where the letters or words of a text begin, in reading order, in UTF-16 code units; spaces are none. What lies
 * between belongs to the unit before it. Words end at spaces, and in scripts without spaces where a dictionary says.
 */
export const unitStarts = (text: string, unit: Exclude<TextUnit, 'line'>): ReadonlyArray<number> => {
  const starts: number[] = [];
  if (unit === 'letter') {
    for (const { segment, index } of graphemes.segment(text)) if (segment.trim() !== '') starts.push(index);
    return starts;
  }
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (!SPACELESS.test(word)) starts.push(index);
    else
      for (const part of words.segment(word))
        if (part.index === 0 || part.isWordLike === true) starts.push(index + part.index);
  }
  return starts;
};

/** How a letter, word or line looks; lengths in font sizes. */
export interface UnitLook {
  readonly opacity: number;
  /** How far down from its place. */
  readonly down: number;
  /** About its middle. */
  readonly scale: number;
  /** Standard deviation. */
  readonly blur: number;
}

export const AT_REST: UnitLook = { opacity: 1, down: 0, scale: 1, blur: 0 };

/** When the units of an animation run, ms. */
interface Runs {
  /** How much later each begins than the one before it. */
  readonly stagger: number;
  /** How long one runs. */
  readonly each: number;
  /** From the first's beginning to the last's end. */
  readonly total: number;
}

const wishedRuns = ({ type, duration, stagger }: TextAnimation, count: number): Runs => {
  const step = stagger ?? duration / Math.max(1, count);
  const each = type === 'typewriter' ? step : duration;
  return { stagger: step, each, total: each + step * Math.max(0, count - 1) };
};

/** When the units run in a clip of `length` ms: if they took longer than the clip, they are that much faster. */
export const runsOf = (animation: TextAnimation, count: number, length: number): Runs => {
  const runs = wishedRuns(animation, count);
  const shrink = animation.at === 'loop' ? 1 : Math.min(1, length / (runs.total || 1));
  return { stagger: runs.stagger * shrink, each: runs.each * shrink, total: runs.total * shrink };
};

const clamped = (p: number): number => Math.min(1, Math.max(0, p));
const shareOf = (t: number, each: number): number => (each > 0 ? clamped(t / each) : t >= 0 ? 1 : 0);

/** How far unit `index` of `count` has come at `t` ms of a clip of `length` ms: 0 away, 1 at rest; may overshoot. */
const progressOf = (
  animation: TextAnimation,
  index: number,
  count: number,
  t: number,
  length: number,
): number => {
  const { stagger, each, total } = runsOf(animation, count, length);
  const begun = t - index * stagger;
  const p = (share: number): number => ease(animation.easing, share);
  if (animation.type === 'typewriter') {
    if (animation.at === 'in') return begun >= 0 ? 1 : 0;
    if (animation.at === 'out') return begun < length - total ? 1 : 0;
    return t % Math.max(1, 2 * total) >= index * stagger ? 1 : 0;
  }
  switch (animation.at) {
    case 'in':
      return p(shareOf(begun, each));
    case 'out':
      return p(1 - shareOf(begun - (length - total), each));
    case 'loop': {
      if (begun < 0) return 1;
      const share = (begun % Math.max(each, stagger * count, 1)) / Math.max(1, each);
      return share >= 1 ? 1 : 1 - p(1 - Math.abs(1 - 2 * share));
    }
  }
};

/** How dim a unit is that has not lit up. */
const DIM = 0.3;

/** How unit `index` of `count` looks at `t` ms of a clip of `length` ms. Where the animation is done, it is at rest. */
export const unitLookAt = (
  animation: TextAnimation,
  index: number,
  count: number,
  t: number,
  length: number,
): UnitLook => {
  const p = progressOf(animation, index, count, t, length);
  const opacity = clamped(p);
  switch (animation.type) {
    case 'fade':
    case 'typewriter':
      return { ...AT_REST, opacity };
    case 'slide':
      return { ...AT_REST, opacity, down: 1 - p };
    case 'scale':
      return { ...AT_REST, scale: Math.min(2, Math.max(0, p)) };
    case 'blur':
      return { ...AT_REST, opacity, blur: (1 - opacity) / 2 };
    case 'wave':
      return { ...AT_REST, down: -0.4 * Math.sin(Math.PI * opacity) || 0 };
    case 'highlight': {
      const lit = animation.at === 'loop' ? 1 - opacity : opacity;
      return { ...AT_REST, opacity: DIM + (1 - DIM) * lit };
    }
  }
};

/**
 * The stretch of a clip of `length` ms in which the units of a text may move. Lines are known only when they are
 * wrapped: there are at most as many as letters.
 */
export const movingStretch = (
  animation: TextAnimation,
  text: string,
  length: number,
): { readonly from: number; readonly to: number } => {
  const { at, unit, stagger, duration } = animation;
  if (at === 'loop') return { from: 0, to: length };
  const most = unitStarts(text, unit === 'word' ? 'word' : 'letter').length;
  const total =
    unit === 'line' && stagger === undefined ? 2 * duration : runsOf(animation, most, length).total;
  const taken = Math.min(length, total);
  return at === 'in' ? { from: 0, to: taken } : { from: length - taken, to: length };
};
