import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Fault, unavailable } from '../../../application/ports/fault.js';

/** A query as a TaskEither; any database error becomes a fault. */
export const run = <A>(query: () => Promise<A>): TE.TaskEither<Fault, A> =>
  TE.tryCatch(query, unavailable('the database'));
