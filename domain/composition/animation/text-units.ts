import type { TextAnimation, TextUnit } from '../fields/text-animation.js';
import { SAME_INSTANT } from '../timeline.js';
import { clamped, ease } from './easing.js';

/** Created on use: the first segmenter takes longer to create than most modules take to load. */
const segments = (text: string, granularity: 'grapheme' | 'word'): Iterable<Intl.SegmentData> =>
  new Intl.Segmenter('und', { granularity }).segment(text);

/** Scripts that put no spaces between words. */
const SPACELESS =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * The starts of the letters or words of a text in reading order, in UTF-16 code units. Spaces are not units; text
 * between two starts belongs to the first. Words end at spaces; in scripts without spaces, a dictionary divides them.
 */
export const unitStarts = (text: string, unit: Exclude<TextUnit, 'line'>): ReadonlyArray<number> => {
  const starts: number[] = [];
  if (unit === 'letter') {
    for (const { segment, index } of segments(text, 'grapheme'))
      if (segment.trim() !== '') starts.push(index);
    return starts;
  }
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (!SPACELESS.test(word)) starts.push(index);
    else
      for (const part of segments(word, 'word'))
        if (part.index === 0 || part.isWordLike === true) starts.push(index + part.index);
  }
  return starts;
};

/** The look of a letter, word or line; lengths in font sizes. */
export interface UnitLook {
  readonly opacity: number;
  /** Offsets to the right and downwards. */
  readonly across: number;
  readonly down: number;
  /** Scale about its centre. */
  readonly scale: number;
  /** Standard deviation of the blur. */
  readonly blur: number;
}

export const AT_REST: UnitLook = { opacity: 1, across: 0, down: 0, scale: 1, blur: 0 };

/** The schedule of the units of an animation, ms. */
interface UnitSchedule {
  /** The delay between the starts of two units. */
  readonly stagger: number;
  /** The duration of one unit. */
  readonly each: number;
  /** From the start of the first to the end of the last. */
  readonly total: number;
}

const requestedSchedule = ({ type, duration, stagger }: TextAnimation, count: number): UnitSchedule => {
  const step = stagger ?? duration / Math.max(1, count);
  const each = type === 'typewriter' ? step : duration;
  return { stagger: step, each, total: each + step * Math.max(0, count - 1) };
};

/** The schedule of the units in a clip of `length` ms. If they would take longer than the clip, they are sped up. */
export const unitSchedule = (animation: TextAnimation, count: number, length: number): UnitSchedule => {
  const { stagger, each, total } = requestedSchedule(animation, count);
  const shrink = animation.at === 'loop' ? 1 : Math.min(1, length / (total || 1));
  return { stagger: stagger * shrink, each: each * shrink, total: total * shrink };
};

const fractionOf = (t: number, each: number): number => (each > 0 ? clamped(t / each) : t >= 0 ? 1 : 0);

/** The progress of unit `index` of `count` at `t` ms of a clip of `length` ms: 0 is absent, 1 at rest; may overshoot. */
const progressOf = (animation: TextAnimation, index: number, count: number, t: number, length: number) => {
  const { stagger, each, total } = unitSchedule(animation, count, length);
  const elapsed = t - index * stagger;
  const p = (fraction: number): number => ease(animation.easing, fraction);
  if (animation.type === 'typewriter') {
    if (animation.at === 'in') return elapsed >= -SAME_INSTANT ? 1 : 0;
    if (animation.at === 'out') return elapsed < length - total - SAME_INSTANT ? 1 : 0;
    return t % Math.max(1, 2 * total) >= index * stagger ? 1 : 0;
  }
  switch (animation.at) {
    case 'in':
      return p(fractionOf(elapsed, each));
    case 'out':
      return p(1 - fractionOf(elapsed - (length - total), each));
    case 'loop': {
      if (elapsed < 0) return 1;
      const fraction = (elapsed % Math.max(each, stagger * count, 1)) / Math.max(1, each);
      return fraction >= 1 ? 1 : 1 - p(1 - Math.abs(1 - 2 * fraction));
    }
  }
};

/** The opacity of a unit before it is highlighted. */
const DIM = 0.3;

/** Where a unit that slides is when this share of its way is left. */
const slid = ({ direction = 'up', distance = 1 }: TextAnimation, left: number) => {
  const by = (direction === 'up' || direction === 'left' ? distance : -distance) * left;
  return direction === 'up' || direction === 'down' ? { down: by } : { across: by };
};

/** The look of unit `index` of `count` at `t` ms of a clip of `length` ms. Outside the animation it is at rest. */
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
      return { ...AT_REST, opacity, ...slid(animation, 1 - p) };
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
 * The part of a clip of `length` ms in which the units of a text may move. The number of lines is known only after
 * wrapping; it is at most the number of letters.
 */
export const movingStretch = (
  animation: TextAnimation,
  text: string,
  length: number,
): { readonly from: number; readonly to: number } => {
  const { at, unit, stagger, duration } = animation;
  if (at === 'loop') return { from: 0, to: length };
  const count = unitStarts(text, unit === 'word' ? 'word' : 'letter').length;
  const total =
    unit === 'line' && stagger === undefined ? 2 * duration : unitSchedule(animation, count, length).total;
  const moving = Math.min(length, total);
  return at === 'in' ? { from: 0, to: moving } : { from: length - moving, to: length };
};
