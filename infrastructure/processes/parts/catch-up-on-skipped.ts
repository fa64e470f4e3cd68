import type { Knex } from 'knex';
import type { EventLog } from '../../../application/ports/event-log.js';
import { allProjections } from '../../../projections/all.js';
import { READABLE_TYPES } from '../../eventstore/event-codec.js';
import { becomeLeader } from '../../postgres/connection/leadership.js';
import { rebuildProjections } from '../../postgres/read-models/rebuild.js';
import { forgetSkippedTypes, skippedTypes } from '../../postgres/read-models/skipped-types.js';

export interface CatchingUp {
  readonly database: Knex;
  readonly databaseUrl: string;
  readonly eventLog: EventLog;
  readonly signal: AbortSignal;
}

/**
 * Builds the read models anew if an earlier release skipped events that this one can read.
 * @returns the types of these events; none where there is nothing to do
 */
export const catchUpOnSkipped = async ({
  database,
  databaseUrl,
  eventLog,
  signal,
}: CatchingUp): Promise<ReadonlyArray<string>> => {
  if ((await skippedTypes(database, READABLE_TYPES)).length === 0) return [];
  const turn = await becomeLeader(databaseUrl, 'rebuild', signal);
  if (!turn) return [];
  try {
    const types = await skippedTypes(database, READABLE_TYPES);
    if (types.length === 0) return [];
    await rebuildProjections({
      database,
      eventLog,
      projections: allProjections.filter(({ tables }) => tables.length > 0),
      signal: AbortSignal.any([signal, turn.lost]),
    });
    // Lost in between, the next leader builds them once more, which changes nothing.
    await forgetSkippedTypes(database, types);
    return types;
  } finally {
    await turn.resign();
  }
};
