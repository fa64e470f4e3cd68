import type { CaptionAnimation } from '../fields/caption.js';
import { SAME_INSTANT } from '../timeline.js';
import { clamped, ease } from './easing.js';
import { AT_REST, type UnitLook } from './text-units.js';

/** When a word is spoken, ms from the start of the clip. */
export interface SpokenTime {
  readonly from: number;
  readonly to: number;
}

export interface WordLook extends UnitLook {
  /** The fraction of the word, from its start, that has the highlighted style. */
  readonly lit: number;
  /** The fraction of the word that is underlined. */
  readonly underlined: number;
}

const POP_MS = 300;
const BOUNCE_MS = 500;
const SLIDE_MS = 250;
const BOX_MS = 150;

/** The progress (0–1) of a movement that begins with a word and takes `maximum` ms, or the duration of a shorter word. */
const progressSince = ({ from, to }: SpokenTime, t: number, maximum: number): number => {
  const length = Math.min(maximum, to - from);
  return length > 0 ? clamped((t - from) / length) : t >= from ? 1 : 0;
};

/** The look of a word at `t` ms of its clip. */
export const wordLookAt = (animation: CaptionAnimation, word: SpokenTime, t: number): WordLook => {
  const hasBegun = t >= word.from - SAME_INSTANT;
  const isSpoken = hasBegun && t < word.to - SAME_INSTANT;
  const look: WordLook = { ...AT_REST, lit: isSpoken ? 1 : 0, underlined: 0 };
  switch (animation) {
    case 'none':
    case 'box':
      return look;
    case 'karaoke':
      return { ...look, lit: progressSince(word, t, Infinity) };
    case 'pop':
      return { ...look, scale: 1 + 0.25 * Math.sin(Math.PI * progressSince(word, t, POP_MS)) };
    case 'bounce': {
      const u = progressSince(word, t, BOUNCE_MS);
      return { ...look, down: -0.3 * Math.abs(Math.sin(2 * Math.PI * u)) * (1 - u) || 0 };
    }
    case 'slide': {
      const p = ease('easeOutCubic', progressSince(word, t, SLIDE_MS));
      return { ...look, opacity: p, down: 1 - p };
    }
    case 'underline':
      return { ...look, underlined: isSpoken ? progressSince(word, t, Infinity) : 0 };
    case 'wordByWord':
      return { ...look, opacity: hasBegun ? 1 : 0 };
  }
};

/** The position of the background that moves from word `from` to word `to`; `progress` is 0 to 1. */
export interface MovingBox {
  readonly from: number;
  readonly to: number;
  readonly progress: number;
}

/** The background at `t` ms of the clip: at the last spoken word, or moving to it; undefined before the first word. */
export const movingBoxAt = (words: ReadonlyArray<SpokenTime>, t: number): MovingBox | undefined => {
  const to = words.findLastIndex(({ from }) => from <= t + SAME_INSTANT);
  const word = words[to];
  if (!word) return undefined;
  return { from: Math.max(0, to - 1), to, progress: ease('easeInOut', progressSince(word, t, BOX_MS)) };
};
