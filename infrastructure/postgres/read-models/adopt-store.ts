import type { Knex } from 'knex';
import type { LogPosition } from '../../../domain/events.js';
import { ANNOUNCED_WRITES } from './announced-writes.js';
import { type EventReference, isAfter, readProgress } from './checkpoints.js';
import { recordStore } from './event-store.js';

/** The event store that replaces another as the source of a database. */
export interface Adoption {
  readonly storeId: string;
  /** The position of an event in that store; undefined if the store does not have it. */
  readonly positionOf: (event: EventReference) => Promise<LogPosition | undefined>;
}

/**
 * Makes the database follow another store; the new tables contain its events up to `upTo`. Checkpoints of the old store
 * are removed. A projection that cannot be rebuilt, because it sends things, continues after the last event it has
 * applied. If the new store does not have that event, nothing that is already in the store is sent.
 */
export const adopt = async (
  transaction: Knex.Transaction,
  { storeId, positionOf }: Adoption,
  upTo: LogPosition | undefined,
): Promise<void> => {
  const progress = await readProgress(transaction);
  await transaction('projection_checkpoints').delete();
  await transaction(ANNOUNCED_WRITES).delete(); // positions in the old store
  await recordStore(transaction, storeId);
  for (const [name, { last, events }] of progress) {
    const found = last && (await positionOf(last));
    const position = found && upTo && !isAfter(found, upTo) ? found : upTo;
    if (position === undefined) continue;
    await transaction('projection_checkpoints').insert({
      name,
      commit_position: position.commit.toString(),
      prepare_position: position.prepare.toString(),
      events: events.toString(),
      last_stream: last?.stream,
      last_revision: last?.revision.toString(),
      last_event_id: last?.id,
    });
  }
};
