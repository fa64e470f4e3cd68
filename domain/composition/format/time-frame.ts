import type * as t from 'io-ts';
import { alternatives } from '../../codec/alternatives.js';
import { about } from '../../codec/codec.js';
import { record, withDefault } from '../../codec/containers.js';
import { number, oneOf, string } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';

const ms = number({ minimum: 0 });

/** When a clip plays, in ms on the timeline. `offset` is where playback starts in the source. */
export const TimeFrame = about(
  'When the clip plays. One of `end` and `duration` is required.',
  record(
    { start: withDefault(about('When the clip starts playing, ms.', ms), 0) },
    {
      end: about(
        'When the clip stops, ms; greater than `start`. `source`: when its media ends. `video`: at the end of the video.',
        alternatives('a number, source or video', { number: ms, string: oneOf('source', 'video') }),
      ),
      duration: about(
        'How long the clip plays, ms. An alternative to `end`.',
        number({ exclusiveMinimum: 0, maximum: LIMITS.durationMs }),
      ),
      after: about(
        'The id of another clip: this clip starts when that one ends, plus `gap`. An alternative to `start`.',
        string({ minLength: 1, maxLength: 255 }),
      ),
      gap: about(
        'Ms between the end of the clip named by `after` and the start of this one; may be negative.',
        number({ minimum: -LIMITS.durationMs, maximum: LIMITS.durationMs }),
      ),
      offset: about('Where playback starts in the source media, ms.', ms),
    },
    [
      {
        field: 'end',
        among: ['start', 'duration', 'after'],
        problem: ({ start, end, duration, after }, path) => {
          if (end === undefined) return duration === undefined ? 'is required' : undefined;
          if (duration !== undefined) return `must not be combined with ${path}.duration`;
          return typeof end === 'number' && after === undefined && end <= start
            ? `must be greater than ${path}.start`
            : undefined;
        },
      },
      {
        field: 'after',
        among: ['start'],
        problem: ({ start, after }, path) =>
          after !== undefined && start > 0 ? `must not be combined with ${path}.start` : undefined,
      },
      {
        field: 'gap',
        among: ['after'],
        problem: ({ gap, after }, path) =>
          gap !== undefined && after === undefined ? `requires ${path}.after` : undefined,
      },
    ],
  ),
  { title: 'TimeFrame' },
);
export type TimeFrame = t.TypeOf<typeof TimeFrame>;
