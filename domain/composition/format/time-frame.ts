import type * as t from 'io-ts';
import { alternatives } from '../../codec/alternatives.js';
import { about } from '../../codec/codec.js';
import { record, withDefault } from '../../codec/containers.js';
import { number, oneOf, string } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';

const ms = number({ minimum: 0 });

/** When a clip plays, in ms on the timeline; `offset` is where in the source it starts. */
export const TimeFrame = about(
  'When the clip plays. One of `end` and `duration` is required.',
  record(
    { start: withDefault(about('Ms at which the clip starts playing.', ms), 0) },
    {
      end: about(
        'Ms at which the clip stops; greater than `start`. `source`: when its media ends. `video`: at the end of the video.',
        alternatives('a number, source or video', { number: ms, string: oneOf('source', 'video') }),
      ),
      duration: about(
        'How many ms the clip plays, instead of `end`.',
        number({ exclusiveMinimum: 0, maximum: LIMITS.durationMs }),
      ),
      after: about(
        'The id of a clip: this one starts when that one ends, plus `gap`, instead of at `start`.',
        string({ minLength: 1, maxLength: 255 }),
      ),
      gap: about(
        'Ms between the end of the clip named by `after` and the start of this one; may be negative.',
        number({ minimum: -LIMITS.durationMs, maximum: LIMITS.durationMs }),
      ),
      offset: about('Ms into the source media where playback starts.', ms),
    },
    [
      {
        field: 'end',
        among: ['start', 'duration', 'after'],
        problem: ({ start, end, duration, after }, path) => {
          if (end === undefined) return duration === undefined ? 'is required' : undefined;
          if (duration !== undefined) return `must not stand next to ${path}.duration`;
          return typeof end === 'number' && after === undefined && end <= start
            ? `must be greater than ${path}.start`
            : undefined;
        },
      },
      {
        field: 'after',
        among: ['start'],
        problem: ({ start, after }, path) =>
          after !== undefined && start > 0 ? `must not stand next to ${path}.start` : undefined,
      },
      {
        field: 'gap',
        among: ['after'],
        problem: ({ gap, after }, path) =>
          gap !== undefined && after === undefined ? `needs ${path}.after` : undefined,
      },
    ],
  ),
  { title: 'TimeFrame' },
);
export type TimeFrame = t.TypeOf<typeof TimeFrame>;
