import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { EventLog } from '../../../application/ports/event-log.js';
import type { LogPosition } from '../../../domain/events.js';
import type { Projection } from '../../../projections/change.js';
import { checkpointsFrom, isAfter, LOCK_CHECKPOINTS, readCheckpoints } from './checkpoints.js';
import { type Adoption, adopt } from './adopt-store.js';
import { rowStatements } from './row-statements.js';
import { sendTogether } from '../connection/statements.js';
import {
  carryOver,
  createShadowTables,
  dropShadowTables,
  putShadowInPlace,
  shadowOf,
} from './shadow-tables.js';

/** How long the switch may wait for readers of the old tables before it lets others through and tries again. */
const LOCK_TIMEOUT = '300ms';
const PAUSE = 100;
const LOCK_NOT_AVAILABLE = '55P03';

export interface Rebuild {
  readonly database: Knex;
  readonly eventLog: EventLog;
  /** Those to build anew; they must have tables. */
  readonly projections: ReadonlyArray<Projection>;
  /** Set: the log is another store's than that of the checkpoints, and the database follows it from now on. */
  readonly adoption?: Adoption;
  readonly signal: AbortSignal;
  /** Called now and then with the number of events shown so far. */
  readonly onProgress?: (events: number) => void;
}

export interface Rebuilt {
  readonly events: number;
  /** How long writers had to wait for the switch, in ms. */
  readonly switchMs: number;
}

const isLockTimeout = (error: unknown): boolean => (error as { code?: string }).code === LOCK_NOT_AVAILABLE;

/** Whether what was shown to the new tables ends before what the old ones were shown. */
const isBehind = (upTo: LogPosition | undefined, live: LogPosition | undefined): boolean =>
  live !== undefined && isAfter(live, upTo);

type Switch = 'done' | 'behind' | 'busy';

/**
 * Puts the new tables in the place of the old and moves the checkpoints up to theirs, in one transaction: readers see
 * the one or the other. The projector waits meanwhile, as the checkpoints are locked.
 */
const switchOver = async (
  { database, projections, adoption }: Rebuild,
  upTo: LogPosition | undefined,
  events: number,
): Promise<Switch> => {
  try {
    return await database.transaction(async (transaction): Promise<Switch> => {
      await transaction.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      const [locked] = await sendTogether(transaction, [LOCK_CHECKPOINTS]);
      const checkpoints = checkpointsFrom(locked);
      if (adoption) await adopt(transaction, adoption, upTo);
      else if (projections.some(({ name }) => isBehind(upTo, checkpoints.get(name)))) return 'behind';
      for (const projection of projections) {
        await carryOver(transaction, projection);
        await putShadowInPlace(transaction, projection);
        if (upTo)
          await transaction('projection_checkpoints')
            .insert({
              name: projection.name,
              commit_position: upTo.commit.toString(),
              prepare_position: upTo.prepare.toString(),
              events,
            })
            .onConflict('name')
            .merge();
      }
      await dropShadowTables(transaction);
      return 'done';
    });
  } catch (error) {
    if (isLockTimeout(error)) return 'busy';
    throw error;
  }
};

/**
 * Builds read models anew from the log, blue/green: new tables are filled beside the old and take their place once they
 * have caught up, so that no read fails. Effects are left out: nothing is sent again, cancelled or forgotten. One rebuild at a time: see `becomeLeader`.
 */
export const rebuildProjections = async (rebuild: Rebuild): Promise<Rebuilt> => {
  const { database, eventLog, projections, adoption, signal, onProgress } = rebuild;
  if (projections.some(({ tables }) => tables.length === 0))
    throw new Error('what was sent once is not sent again: this projection can not be built anew');
  await createShadowTables(database, projections);
  let events = 0;

  const trySwitch = async (upTo: LogPosition | undefined): Promise<Rebuilt | undefined> => {
    for (;;) {
      const start = performance.now();
      const outcome = await switchOver(rebuild, upTo, events);
      if (outcome === 'done') return { events, switchMs: performance.now() - start };
      if (outcome === 'behind') return undefined;
      await delay(PAUSE, undefined, { signal });
    }
  };

  const head = await eventLog.headAfter(undefined);
  if (head === undefined) {
    const rebuilt = await trySwitch(undefined);
    if (rebuilt) return rebuilt;
  }
  for await (const batch of eventLog.follow(undefined, signal)) {
    const changes = projections.flatMap(({ project }) => batch.events.flatMap(project));
    await database.transaction((transaction) => sendTogether(transaction, rowStatements(changes, shadowOf)));
    events += batch.events.length;
    onProgress?.(events);
    const checkpoints = adoption ? undefined : await readCheckpoints(database);
    const targets = checkpoints ? projections.map(({ name }) => checkpoints.get(name)) : [head];
    if (targets.some((target) => isBehind(batch.upTo, target))) continue;
    for (const projection of projections) await carryOver(database, projection);
    const rebuilt = await trySwitch(batch.upTo);
    if (rebuilt) return rebuilt;
  }
  await dropShadowTables(database);
  throw new Error('the rebuild was interrupted; the old read models stay');
};
