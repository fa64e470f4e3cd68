import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Codec } from '../../../domain/codec/codec.js';
import { wrapped } from '../contract/pages.js';
import { created, type Definition, type Method, ok, type Operation, operation } from './operation.js';

interface RecordDefinition<Data, Query, Body, Found> extends Omit<
  Definition<Query, Body, Found, NoInfer<Data>>,
  'schema'
> {
  /** The result of the handler, which is sent as `{ data }`. */
  readonly data: Codec<Data, unknown>;
  /** The path of what was created, for operations with a 201. */
  readonly location?: (data: Data) => string;
}

/** An operation that responds with a record, or a list of records. */
export const recordOperation = <Data, Query = unknown, Body = unknown, Found = undefined>(
  endpoint: `${Method} /${string}`,
  { data, location, handle, ...definition }: RecordDefinition<Data, Query, Body, Found>,
): Operation =>
  operation<Query, Body, Found>(endpoint, {
    ...definition,
    schema: wrapped(data),
    handle: (...args) =>
      pipe(
        handle(...args),
        TE.map((result) => (definition.success === 201 ? created(result, location?.(result)) : ok(result))),
      ),
  });
