import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { number, oneOf } from '../../domain/codec/scalars.js';
import { dateTime, text } from './fields.js';

/** What became known of a file that somebody asked about. */
export const VerdictRecord = about(
  'What a file is.',
  record({
    verdict: about(
      '`identical`: it is the output of the renders listed, byte for byte. `unknown`: it is none of yours.',
      oneOf('identical', 'unknown'),
    ),
    renders: about(
      'The renders that made it, the newest first.',
      array(
        record({
          renderId: text('The render.'),
          videoId: text('The video that was rendered.'),
          videoVersion: about('Its version.', number({ minimum: 1, integer: true })),
          completedAt: dateTime('When the render was completed.'),
        }),
        100,
      ),
    ),
  }),
  { title: 'FileVerdict' },
);
export type VerdictRecord = t.TypeOf<typeof VerdictRecord>;
