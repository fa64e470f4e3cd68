import type * as t from 'io-ts';
import { about } from '../../codec/codec.js';
import { record } from '../../codec/containers.js';
import { number, string } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';

/** A spoken word; times in ms from the start of the clip plus its offset. */
export const Word = about(
  'A spoken word.',
  record(
    {
      start: about('When the word starts, ms from the start of the clip.', number({ minimum: 0 })),
      end: about(
        'When the word ends, ms from the start of the clip; at least `start`.',
        number({ minimum: 0 }),
      ),
      word: about('The word.', string({ maxLength: LIMITS.urlLength })),
    },
    {
      line: about(
        'The number of the line that the word belongs to. Words of different lines are not shown together, and a line disappears when its last word ends.',
        number({ minimum: 0, maximum: LIMITS.durationMs, integer: true }),
      ),
    },
    [
      {
        field: 'end',
        among: ['start'],
        problem: ({ start, end }, path) => (end < start ? `must be at least ${path}.start` : undefined),
      },
    ],
  ),
  { title: 'Word' },
);
export type Word = t.TypeOf<typeof Word>;
