import type * as t from 'io-ts';
import { about } from '../../codec/codec.js';
import { record, withDefault } from '../../codec/containers.js';
import { number, oneOf, string } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';
import { Easing } from './easing.js';

const duration = number({ minimum: 1, maximum: LIMITS.durationMs });

/** The animated units: user-perceived characters, words, or wrapped lines. */
export const TextUnit = oneOf('letter', 'word', 'line');
export type TextUnit = t.TypeOf<typeof TextUnit>;

export const TextAnimation = about(
  `Animates letters, words or lines separately; background and border do not move. The text may have at most ${LIMITS.animatedText} characters. An animation longer than the clip is sped up in proportion.`,
  record(
    {
      type: about(
        'The kind: `fade` in, `slide` in, appear one after the other (`typewriter`), grow (`scale`), start with a `blur`, bob up (`wave`), or light up (`highlight`).',
        oneOf('fade', 'slide', 'typewriter', 'scale', 'blur', 'wave', 'highlight'),
      ),
      unit: withDefault(about('What is animated separately.', TextUnit), 'letter'),
      at: withDefault(
        about(
          'When it happens: at the start of the clip, before its end, or repeatedly.',
          oneOf('in', 'out', 'loop'),
        ),
        'in',
      ),
      duration: withDefault(about('How long each unit takes, ms.', duration), 1000),
      easing: withDefault(Easing, 'linear'),
    },
    {
      direction: about(
        'The direction in which units of a `slide` travel. Default: `up`.',
        oneOf('left', 'right', 'up', 'down'),
      ),
      distance: about(
        'How far units of a `slide` travel, as a factor of the font size. Default: 1.',
        number({ minimum: 0, maximum: 2 }),
      ),
      stagger: about(
        'The delay between the starts of two units, ms. Default: `duration` divided by the number of units.',
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
  'A number, in place of `content`, that counts from the first frame of the clip to the last. Its digits have equal widths if the font supports that.',
  record({
    from: withDefault(about('The first value.', amount), 0),
    to: about('The last value.', amount),
    decimals: withDefault(
      about('The number of decimals.', number({ minimum: 0, maximum: 10, integer: true })),
      0,
    ),
    prefix: withDefault(about('Text before the number.', string({ maxLength: 255 })), ''),
    suffix: withDefault(about('Text after the number.', string({ maxLength: 255 })), ''),
    easing: withDefault(Easing, 'linear'),
  }),
  { title: 'Counter' },
);
export type Counter = t.TypeOf<typeof Counter>;

/** The value of a counter at the progress `p` (0–1; the easing may overshoot). */
export const counterValue = ({ from, to }: Pick<Counter, 'from' | 'to'>, p: number): number =>
  from + (to - from) * p;

/** The text of a counter at the progress `p` (0–1; the easing may overshoot). */
export const counterText = (counter: Counter, p: number): string => {
  const { decimals, prefix, suffix } = counter;
  const written = counterValue(counter, p).toFixed(decimals);
  const value = Number(written) === 0 ? written.replace('-', '') : written;
  return `${prefix}${value}${suffix}`;
};
