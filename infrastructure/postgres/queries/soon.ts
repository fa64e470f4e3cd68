import { setTimeout as delay } from 'node:timers/promises';
import * as O from 'fp-ts/lib/Option.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../application/ports/fault.js';
import { run } from '../connection/database.js';

/** How long a row is waited for, in ms. */
const SOON = 300;

/** Reads all rows that are asked for within the time in one query: those that clients follow are read again and again. */
export const soon = <Id, Row>(
  readAll: (ids: ReadonlyArray<Id>) => Promise<ReadonlyArray<Row>>,
  idOf: (row: Row) => Id,
): ((id: Id) => TaskEither<Fault, O.Option<Row>>) => {
  let next: { readonly ids: Set<Id>; readonly found: Promise<ReadonlyArray<Row>> } | undefined;
  const wait = () => {
    const ids = new Set<Id>();
    const found = delay(SOON).then(() => {
      next = undefined;
      return readAll([...ids]);
    });
    return { ids, found };
  };
  return (id) =>
    run(async () => {
      next ??= wait();
      next.ids.add(id);
      const found = await next.found;
      return O.fromNullable(found.find((row) => idOf(row) === id));
    });
};
