import type * as t from 'io-ts';
import { alternatives } from '../../codec/alternatives.js';
import { about } from '../../codec/codec.js';
import { array, record, withDefault } from '../../codec/containers.js';
import { boolean, number, oneOf } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';
import { ClipReference } from './clip-reference.js';

const ms = number({ minimum: 0 });
/** Ms between two clips that follow each other. */
export const gap = number({ minimum: -LIMITS.durationMs, maximum: LIMITS.durationMs });

const Freeze = about(
  'Holds the picture of the media. The sound is silent meanwhile, and the media then continues from where it stopped.',
  record({
    at: about(
      'Start of the freeze, ms from the start of the clip; earlier freezes count.',
      number({ minimum: 0, maximum: LIMITS.durationMs }),
    ),
    duration: about('Length of the freeze, ms.', number({ exclusiveMinimum: 0, maximum: LIMITS.durationMs })),
  }),
  { title: 'Freeze' },
);
export type Freeze = t.TypeOf<typeof Freeze>;

/** The tolerance for overlaps, ms: binary floating point rounds times. */
const NEAR = 1e-6;

const doOverlap = (freezes: ReadonlyArray<Freeze>): boolean =>
  freezes.some(({ at }, index) => {
    const before = freezes[index - 1];
    return before !== undefined && at < before.at + before.duration - NEAR;
  });

/** The length of a clip in ms if its own times state it, else 0. */
export const explicitLength = ({
  start,
  end,
  duration,
  after,
}: {
  readonly start: number;
  readonly end?: number | 'source' | 'video';
  readonly duration?: number;
  readonly after?: string;
}): number => duration ?? (typeof end === 'number' && after === undefined ? end - start : 0);

/** The problem if a clip plays too much media. `played`: ms. */
export const playedMediaProblem = (played: number): string | undefined =>
  played > LIMITS.durationMs ? `must not play more than ${LIMITS.durationMs} ms of media` : undefined;

/** When a clip plays, in ms on the timeline. `offset` is where playback starts in the source. */
export const TimeFrame = about(
  'When the clip plays. One of `end` and `duration` is required.',
  record(
    { start: withDefault(about('When the clip starts playing, ms.', ms), 0) },
    {
      end: about(
        'When the clip stops, ms; greater than `start`. `source`: when its media ends, or the last clip of a group. `video`: at the end of the video, or of the group that holds the clip.',
        alternatives('a number, source or video', { number: ms, string: oneOf('source', 'video') }),
      ),
      duration: about(
        'How long the clip plays, ms. An alternative to `end`.',
        number({ exclusiveMinimum: 0, maximum: LIMITS.durationMs }),
      ),
      after: about(
        'The id of another clip: this clip starts when that one ends, plus `gap`. An alternative to `start`.',
        ClipReference,
      ),
      gap: about(
        'Ms between the end of the clip named by `after` and the start of this one; may be negative.',
        gap,
      ),
      offset: about('Where playback starts in the source media, ms. Default: 0.', ms),
      speed: about(
        `Playback speed of the media. Default: 1. \`fit\`: the media from \`offset\` on ends with the clip, as far as a speed from ${LIMITS.speed.minimum} to ${LIMITS.speed.maximum} permits. Keyframes of \`timeFrame.speed\` change it over time. The pitch is kept unless \`effects.pitch\` is \`follow\`. A clip can play at most ${LIMITS.durationMs} ms of media.`,
        alternatives('a number or fit', { number: number(LIMITS.speed), string: oneOf('fit') }),
      ),
      loop: about(
        `Whether the media restarts at \`offset\` when it ends, or how many times it plays; at most ${LIMITS.plays} times. Without it, the last frame stays.`,
        alternatives('a boolean or a whole number', {
          boolean,
          number: number({ minimum: 1, maximum: LIMITS.plays, integer: true }),
        }),
      ),
      freeze: about(
        'Times at which the picture is held, in ascending order, not overlapping.',
        array(Freeze, LIMITS.freezes),
      ),
      reverse: about('Whether the same part of the media plays backwards, picture and sound.', boolean),
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
        field: 'speed',
        among: ['start', 'end', 'duration', 'after', 'loop', 'freeze'],
        problem: ({ speed, ...times }, path) => {
          if (speed === undefined) return undefined;
          if (speed !== 'fit') return playedMediaProblem(explicitLength(times) * speed);
          const { end, loop = false, freeze = [] } = times;
          if (end === 'source') return `must be a number if ${path}.end is source`;
          return loop !== false || freeze.length > 0
            ? `must be a number if ${path} has loop or freeze`
            : undefined;
        },
      },
      {
        field: 'freeze',
        among: [],
        problem: ({ freeze = [] }) =>
          doOverlap(freeze) ? 'must be in rising order of time and not overlap' : undefined,
      },
      {
        field: 'loop',
        among: ['end'],
        problem: ({ loop, end }, path) =>
          loop === true && end === 'source' ? `must be a number if ${path}.end is source` : undefined,
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
