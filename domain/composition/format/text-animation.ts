import type * as t from 'io-ts';
import { about } from '../../codec/codec.js';
import { record, withDefault } from '../../codec/containers.js';
import { number, oneOf, string } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';
import { Easing } from './easing.js';

const duration = number({ minimum: 1, maximum: LIMITS.durationMs });

/** What moves by itself: user-perceived characters, words, or lines as they are wrapped. */
export const TextUnit = oneOf('letter', 'word', 'line');
export type TextUnit = t.TypeOf<typeof TextUnit>;

/** Letters, words or lines of a text that move by themselves. */
export const TextAnimation = about(
  `Letters, words or lines that move by themselves; background and border stay. The text may have at most ${LIMITS.animatedText} characters. If it takes longer than the clip, it shrinks in proportion.`,
  record(
    {
      type: about(
        'How: `fade` in, `slide` up by the height of the font, appear one after the other (`typewriter`), grow (`scale`), out of a `blur`, bob up (`wave`), or light up (`highlight`).',
        oneOf('fade', 'slide', 'typewriter', 'scale', 'blur', 'wave', 'highlight'),
      ),
      unit: withDefault(about('What moves by itself.', TextUnit), 'letter'),
      at: withDefault(
        about(
          'When: at the start of the clip, before its end, or again and again.',
          oneOf('in', 'out', 'loop'),
        ),
        'in',
      ),
      duration: withDefault(about('How long each unit takes, ms.', duration), 1000),
      easing: withDefault(Easing, 'linear'),
    },
    {
      stagger: about(
        'How much later than the one before it each unit begins, ms; left out, `duration` divided by their number.',
        number({ minimum: 0, maximum: LIMITS.durationMs }),
      ),
    },
  ),
  { title: 'TextAnimation' },
);
export type TextAnimation = t.TypeOf<typeof TextAnimation>;

const amount = number({ minimum: -1e12, maximum: 1e12 });

/** A number that counts while a clip is shown. */
export const Counter = about(
  'A number that counts from the first frame of the clip to its last, instead of `content`. Its digits are equally wide where the font can.',
  record({
    from: withDefault(about('What it begins with.', amount), 0),
    to: about('What it ends with.', amount),
    decimals: withDefault(
      about('Digits behind the point.', number({ minimum: 0, maximum: 10, integer: true })),
      0,
    ),
    prefix: withDefault(about('What stands before it.', string({ maxLength: 255 })), ''),
    suffix: withDefault(about('What stands behind it.', string({ maxLength: 255 })), ''),
    easing: withDefault(Easing, 'linear'),
  }),
  { title: 'Counter' },
);
export type Counter = t.TypeOf<typeof Counter>;

/** The text of a counter at the share `p` (0–1, or beyond where the easing overshoots) of its way. */
export const counterText = ({ from, to, decimals, prefix, suffix }: Counter, p: number): string => {
  const written = (from + (to - from) * p).toFixed(decimals);
  const value = Number(written) === 0 ? written.replace('-', '') : written;
  return `${prefix}${value}${suffix}`;
};
