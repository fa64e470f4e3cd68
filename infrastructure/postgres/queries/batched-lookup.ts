import { setTimeout as delay } from 'node:timers/promises';
import * as O from 'fp-ts/lib/Option.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../application/ports/fault.js';
import { run } from '../connection/database.js';

/** How long ids are collected before their rows are read, in ms: at least, and at most. */
const COLLECT_MS = { least: 30, most: 300 };

/** Has a listener called whenever the read models have advanced. */
export type OnAdvanced = (listener: () => void) => void;

/**
 * Reads the rows that are requested within this time in one query: clients that follow a row request it repeatedly. When
 * the read models advance, the rows are read without further delay.
 */
export const batchedLookup = <Id, Row>(
  readAll: (ids: ReadonlyArray<Id>) => Promise<ReadonlyArray<Row>>,
  idOf: (row: Row) => Id,
  onAdvanced: OnAdvanced,
): ((id: Id) => TaskEither<Fault, O.Option<Row>>) => {
  let next: { readonly ids: Set<Id>; readonly found: Promise<ReadonlyArray<Row>> } | undefined;
  let advanced = new AbortController();
  onAdvanced(() => advanced.abort());
  const wait = () => {
    const ids = new Set<Id>();
    const collect = async () => {
      const { least, most } = COLLECT_MS;
      await delay(least);
      await delay(most - least, undefined, { signal: advanced.signal }).catch(() => undefined);
      [next, advanced] = [undefined, new AbortController()];
      return readAll([...ids]);
    };
    return { ids, found: collect() };
  };
  return (id) =>
    run(async () => {
      next ??= wait();
      next.ids.add(id);
      const found = await next.found;
      return O.fromNullable(found.find((row) => idOf(row) === id));
    });
};
