import * as E from 'fp-ts/lib/Either.js';
import { identity, pipe } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';

/** The JSON of a message, if it is what the codec expects: it may come from a process of another release. */
export const decodedMessage = <A>(codec: t.Decoder<unknown, A>, data: Uint8Array): E.Either<unknown, A> =>
  pipe(
    E.tryCatch(() => JSON.parse(Buffer.from(data).toString('utf8')) as unknown, identity),
    E.flatMap((value): E.Either<unknown, A> => codec.decode(value)),
  );
