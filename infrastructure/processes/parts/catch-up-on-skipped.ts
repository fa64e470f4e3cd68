import * as E from 'fp-ts/lib/Either.js';
import type { Knex } from 'knex';
import type { EventLog } from '../../../application/ports/event-log.js';
import { allProjections } from '../../../projections/all.js';
import { READABLE_TYPES } from '../../eventstore/event-codec.js';
import { becomeLeader } from '../../postgres/connection/leadership.js';
import { rebuildProjections } from '../../postgres/read-models/rebuild.js';
import type { Logger } from '../../platform/logging.js';
import type { EventArchive } from '../../../application/ports/event-archive.js';
import {
  forgetSkippedEvents,
  forgetSkippedTypes,
  type SkippedEvent,
  skippedEvents,
  skippedTypes,
  wasUndecodable,
} from '../../postgres/read-models/skipped-events.js';

export interface CatchingUp {
  readonly database: Knex;
  readonly databaseUrl: string;
  readonly eventLog: EventLog;
  readonly archive: EventArchive;
  readonly signal: AbortSignal;
}

/** What was skipped and can be read now: types by name, and events of types that were known before. */
interface Readable {
  readonly types: ReadonlyArray<string>;
  readonly events: ReadonlyArray<SkippedEvent>;
}

const readableNow = async ({ database, archive }: CatchingUp): Promise<Readable> => {
  const events: SkippedEvent[] = [];
  for (const skipped of (await skippedEvents(database)).filter(wasUndecodable)) {
    const read = await archive.read(skipped.stream, skipped.revision, 1)();
    if (E.isLeft(read) && read.left._tag === 'HistoryDiffers') continue;
    if (E.isLeft(read)) throw new Error(`skipped events could not be read: ${read.left._tag}`);
    if (read.right.events[0]?.event) events.push(skipped);
  }
  return { types: await skippedTypes(database, READABLE_TYPES), events };
};

const typesOf = ({ types, events }: Readable): ReadonlyArray<string> => [
  ...new Set([...types, ...events.map(({ type }) => type)]),
];

/**
 * Rebuilds the read models if they lack events that this release can read, because an earlier release skipped them or
 * because they have been repaired.
 * @returns the types of these events; empty if there is nothing to do
 */
export const catchUpOnSkipped = async (catchingUp: CatchingUp): Promise<ReadonlyArray<string>> => {
  const { database, databaseUrl, eventLog, signal } = catchingUp;
  if (typesOf(await readableNow(catchingUp)).length === 0) return [];
  const leadership = await becomeLeader(databaseUrl, 'rebuild', signal);
  if (!leadership) return [];
  try {
    const readable = await readableNow(catchingUp);
    const types = typesOf(readable);
    if (types.length === 0) return [];
    await rebuildProjections({
      database,
      eventLog,
      projections: allProjections.filter(({ tables }) => tables.length > 0),
      signal: AbortSignal.any([signal, leadership.lost]),
    });
    // If this is lost, the next leader rebuilds again, which has no effect.
    await forgetSkippedTypes(database, readable.types);
    await forgetSkippedEvents(database, readable.events);
    return types;
  } finally {
    await leadership.resign();
  }
};

/** Catches up, and logs the result. */
export const catchUpAndLog = async (catchingUp: CatchingUp, logger: Logger): Promise<void> => {
  try {
    const types = await catchUpOnSkipped(catchingUp);
    if (types.length > 0) logger.info({ types }, 'rebuilt the read models with events skipped before');
  } catch (error) {
    if (!catchingUp.signal.aborted) logger.error({ err: error }, 'could not rebuild the read models');
  }
};
