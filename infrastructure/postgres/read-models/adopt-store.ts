import type { Knex } from 'knex';
import type { LogPosition } from '../../../domain/events.js';
import { type EventReference, isAfter, readProgress } from './checkpoints.js';
import { noteStore } from './event-store.js';

/** The event store that a database is to follow from now on, in the place of another. */
export interface Adoption {
  readonly storeId: string;
  /** Where an event stands in that store; undefined if it is not there. */
  readonly positionOf: (event: EventReference) => Promise<LogPosition | undefined>;
}

/**
 * Has the database follow another store, whose events up to `upTo` the new tables show. Checkpoints of the old store go.
 * A projection that can't be built again, because it sends things, goes on behind the last event it was shown; in a
 * store that does not hold that event, nothing that is there already is sent.
 */
export const adopt = async (
  transaction: Knex.Transaction,
  { storeId, positionOf }: Adoption,
  upTo: LogPosition | undefined,
): Promise<void> => {
  const progress = await readProgress(transaction);
  await transaction('projection_checkpoints').delete();
  await noteStore(transaction, storeId);
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
