import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { number, oneOf } from '../../domain/codec/scalars.js';
import { dateTime, text } from './fields.js';

/** The answer to whether a file is the output of a render. */
export const VerdictRecord = about(
  'What a file is.',
  record({
    verdict: about(
      '`identical`: it is byte for byte the output of the listed renders. `same-streams`: it is in another container, but its streams are exactly those of the renders. `likely`: it looks like the renders, as when it was encoded again; this is no proof. `unknown`: it is not an output of your renders.',
      oneOf('identical', 'same-streams', 'likely', 'unknown'),
    ),
    notice: text('What the verdict means, and what it does not.'),
    renders: about(
      'The renders: the newest first, or the likeliest first.',
      array(
        record(
          {
            renderId: text('The render.'),
            videoId: text('The video that was rendered.'),
            videoVersion: about('The version that was rendered.', number({ minimum: 1, integer: true })),
            completedAt: dateTime('When the render was completed.'),
          },
          {
            confidence: about(
              'For `likely`: how much the pictures resemble each other, from 0.6 to 1.',
              number({ minimum: 0, maximum: 1 }),
            ),
          },
        ),
        100,
      ),
    ),
  }),
  { title: 'FileVerdict' },
);
export type VerdictRecord = t.TypeOf<typeof VerdictRecord>;
