import { setTimeout as delay } from 'node:timers/promises';
import * as O from 'fp-ts/lib/Option.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../application/ports/fault.js';
import { run } from '../connection/database.js';

/** How long ids are collected before their rows are read, in ms. */
const COLLECT_MS = 300;

/** Reads the rows that are requested within this time in one query: clients that follow a row request it repeatedly. */
export const batchedLookup = <Id, Row>(
  readAll: (ids: ReadonlyArray<Id>) => Promise<ReadonlyArray<Row>>,
  idOf: (row: Row) => Id,
): ((id: Id) => TaskEither<Fault, O.Option<Row>>) => {
  let next: { readonly ids: Set<Id>; readonly found: Promise<ReadonlyArray<Row>> } | undefined;
  const wait = () => {
    const ids = new Set<Id>();
    const found = delay(COLLECT_MS).then(() => {
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
