import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { oneOf } from '../../domain/codec/scalars.js';
import { dateTime, ordinal, fractionField, text } from './fields.js';

/** Whether a file is the output of a render. */
export const VerdictRecord = about(
  'What a file is.',
  record({
    verdict: about(
      '`identical`: it is byte for byte the output of the listed renders. `same-streams`: it has other metadata, but its packets, and all that players use besides, are exactly those of the renders. `same-packets`: its packets are those of the renders, but what players use besides differs, or was not compared. `same-picture`: its picture has the packets of the renders, its sound has not. `resembles`: its pictures look like those of the renders; this is no proof. `unknown`: no render of yours is known to have made it.',
      oneOf('identical', 'same-streams', 'same-packets', 'same-picture', 'resembles', 'unknown'),
    ),
    notice: text('What the verdict means, and what it does not.'),
    renders: about(
      'The renders: the newest first; for `resembles`, the most similar first.',
      array(
        record(
          {
            renderId: text('The render.'),
            videoId: text('The video that was rendered.'),
            videoVersion: ordinal('The version that was rendered.'),
            completedAt: dateTime('When the render was completed.'),
          },
          {
            differences: about(
              'For `same-packets`: what players use and is not the same, such as `picture: timestamps`. Absent if it was not compared.',
              array(text('A track, and what differs.')),
            ),
            confidence: fractionField(
              'For `resembles`: how much the pictures resemble each other, from 0.6 to 1.',
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
