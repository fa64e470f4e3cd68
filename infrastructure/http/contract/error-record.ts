import { about } from '../../../domain/codec/codec.js';
import { array, record } from '../../../domain/codec/containers.js';
import { number, string } from '../../../domain/codec/scalars.js';

/** The body of every error response. */
export const ErrorRecord = about(
  'What went wrong.',
  record({
    statusCode: about('The HTTP status.', number({ integer: true })),
    message: about(
      'What went wrong. For a 400, one line per problem, each starting with the path of the field.',
      array(string(), 100_000),
    ),
    error: about('The name of the HTTP status.', string()),
    type: about(
      'The type of the problem: the path, at this service, of the page that says what it means and what to do.',
      string(),
    ),
  }),
  { title: 'Error' },
);
