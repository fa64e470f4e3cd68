import { about } from '../../../domain/codec/codec.js';
import { array, record } from '../../../domain/codec/containers.js';
import { number, string } from '../../../domain/codec/scalars.js';

/** Every answer that is not a success. */
export const ErrorRecord = about(
  'What went wrong.',
  record({
    statusCode: about('The HTTP status.', number({ integer: true })),
    message: about(
      'What went wrong; with 400 one line a problem, each starting with the path of the field.',
      array(string(), 100_000),
    ),
    error: about('The name of the HTTP status.', string()),
  }),
  { title: 'Error' },
);
