import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { EventLog } from '../../../application/ports/event-log.js';
import type { LogPosition } from '../../../domain/events.js';
import type { Projection } from '../../../projections/change.js';
import { errorCode } from '../../platform/error-code.js';
import { checkpointsFrom, isAfter, LOCK_CHECKPOINTS, readCheckpoints } from './checkpoints.js';
import { type Adoption, adopt } from './event-store.js';
import { rowStatements } from './row-statements.js';
import { sendTogether, toleratingSilence } from '../connection/statements.js';
import {
  copyForeignColumns,
  createShadowTables,
  dropShadowTables,
  replaceByShadow,
  shadowTableOf,
} from './shadow-tables.js';

/** How long the switch waits for readers of the old tables before it lets others through and retries. */
const LOCK_TIMEOUT = '300ms';
const RETRY_PAUSE_MS = 100;
const LOCK_NOT_AVAILABLE = '55P03';

export interface Rebuild {
  readonly database: Knex;
  readonly eventLog: EventLog;
  /** The projections to rebuild; they must have tables. */
  readonly projections: ReadonlyArray<Projection>;
  /** If set, the log belongs to another store than the checkpoints, and the database follows it from now on. */
  readonly adoption?: Adoption;
  readonly signal: AbortSignal;
  /** Called periodically with the number of events applied so far. */
  readonly onProgress?: (events: number) => void;
}

export interface Rebuilt {
  readonly events: number;
  /** How long writers had to wait for the switch, in ms. */
  readonly switchMs: number;
}

const isLockTimeout = (error: unknown): boolean => errorCode(error) === LOCK_NOT_AVAILABLE;

/** Whether the new tables contain fewer events than the old ones. */
const isBehind = (upTo: LogPosition | undefined, live: LogPosition | undefined): boolean =>
  live !== undefined && isAfter(live, upTo);

type SwitchOutcome = 'done' | 'behind' | 'busy';

/**
 * Replaces the old tables by the new ones and advances the checkpoints to theirs, in one transaction, so that readers
 * see either the old or the new tables. The projector waits, because the checkpoints are locked.
 */
const switchOver = async (
  { database, projections, adoption }: Rebuild,
  upTo: LogPosition | undefined,
  events: number,
): Promise<SwitchOutcome> => {
  try {
    return await database.transaction(async (transaction): Promise<SwitchOutcome> => {
      await transaction.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      const [locked] = await sendTogether(transaction, [LOCK_CHECKPOINTS]);
      const checkpoints = checkpointsFrom(locked);
      if (adoption) await adopt(transaction, adoption, upTo);
      else if (projections.some(({ name }) => isBehind(upTo, checkpoints.get(name)))) return 'behind';
      for (const projection of projections) {
        await toleratingSilence(transaction, () => copyForeignColumns(transaction, projection));
        await replaceByShadow(transaction, projection);
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
 * Rebuilds read models from the log, blue/green: new tables are filled next to the old ones and replace them when they
 * have caught up, so that no read fails. Effects are left out: nothing is sent, cancelled or removed again. Only one
 * rebuild at a time: see `becomeLeader`.
 */
export const rebuildProjections = async (rebuild: Rebuild): Promise<Rebuilt> => {
  const { database, eventLog, projections, adoption, signal, onProgress } = rebuild;
  if (projections.some(({ tables }) => tables.length === 0))
    throw new Error('this projection cannot be rebuilt: it would repeat its external effects');
  await createShadowTables(database, projections);
  let events = 0;

  const trySwitch = async (upTo: LogPosition | undefined): Promise<Rebuilt | undefined> => {
    for (;;) {
      const start = performance.now();
      const outcome = await switchOver(rebuild, upTo, events);
      if (outcome === 'done') return { events, switchMs: performance.now() - start };
      if (outcome === 'behind') return undefined;
      await delay(RETRY_PAUSE_MS, undefined, { signal });
    }
  };

  const head = await eventLog.headAfter(undefined);
  if (head === undefined) {
    const rebuilt = await trySwitch(undefined);
    if (rebuilt) return rebuilt;
  }
  for await (const batch of eventLog.follow(undefined, signal)) {
    const [difference] = batch.differences;
    if (difference)
      throw new Error(
        `event ${difference.revision} of ${difference.stream} differs from the log (${difference.problem}): the old read models are unchanged; see audit check`,
      );
    const changes = projections.flatMap(({ project }) => batch.events.flatMap(project));
    await database.transaction((transaction) =>
      sendTogether(transaction, rowStatements(changes, shadowTableOf)),
    );
    events += batch.events.length;
    onProgress?.(events);
    const checkpoints = adoption ? undefined : await readCheckpoints(database);
    const targets = checkpoints ? projections.map(({ name }) => checkpoints.get(name)) : [head];
    if (targets.some((target) => isBehind(batch.upTo, target))) continue;
    for (const projection of projections) await copyForeignColumns(database, projection);
    const rebuilt = await trySwitch(batch.upTo);
    if (rebuilt) return rebuilt;
  }
  await dropShadowTables(database);
  throw new Error('the rebuild was interrupted; the old read models are unchanged');
};
