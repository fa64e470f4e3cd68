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
      '`identical`: it is byte for byte the output of the listed renders. `unknown`: it is not an output of your renders.',
      oneOf('identical', 'unknown'),
    ),
    renders: about(
      'The renders with this output, newest first.',
      array(
        record({
          renderId: text('The render.'),
          videoId: text('The video that was rendered.'),
          videoVersion: about('The version that was rendered.', number({ minimum: 1, integer: true })),
          completedAt: dateTime('When the render was completed.'),
        }),
        100,
      ),
    ),
  }),
  { title: 'FileVerdict' },
);
export type VerdictRecord = t.TypeOf<typeof VerdictRecord>;
