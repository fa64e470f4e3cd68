import type { Knex } from 'knex';
import * as E from 'fp-ts/lib/Either.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { ReadModel } from '../../../application/ports/read-model.js';
import { allProjections } from '../../../projections/all.js';
import { announcedWrites } from './announced-writes.js';
import { readCheckpoints } from './checkpoints.js';
import { followedWrites } from './followed-writes.js';
import { listen } from '../connection/listen.js';
import { run } from '../connection/database.js';
import type { OnAdvanced } from '../queries/batched-lookup.js';
import { PROJECTED_CHANNEL } from './projection-store.js';

export interface ReadModelOptions {
  readonly database: Knex;
  readonly databaseUrl: string;
  /** The commit position of the last event of the service in the event store; undefined if there is none. */
  readonly lastStored: () => Promise<bigint | undefined>;
  /** How long to wait for a position, in ms. */
  readonly timeoutMs?: number;
  /** How long the read models may take to show a write while they count as following, in ms. */
  readonly closeMs?: number;
}

const NOT_YET_READABLE: E.Either<Fault, never> = E.left({ _tag: 'NotYetReadable' });
const READABLE: E.Either<Fault, void> = E.right(undefined);

interface Waiter {
  readonly commit: bigint;
  readonly resolve: () => void;
}

/** Tracks the commit position that was reached, and resolves waits for later ones. */
const reachedPosition = (timeoutMs: number, onAdvanced: (commit: bigint) => void) => {
  let reached = -1n;
  const waiters = new Set<Waiter>();
  const wait = (commit: bigint): Promise<boolean> =>
    new Promise((resolve) => {
      const finish = (isReached: boolean): void => {
        clearTimeout(timer);
        waiters.delete(waiter);
        resolve(isReached);
      };
      const waiter: Waiter = { commit, resolve: () => finish(true) };
      const timer = setTimeout(() => finish(false), timeoutMs);
      waiters.add(waiter);
    });
  return {
    commit: () => reached,
    advanceTo: (commit: bigint): void => {
      if (commit <= reached) return;
      reached = commit;
      onAdvanced(commit);
      for (const waiter of waiters) if (waiter.commit <= commit) waiter.resolve();
    },
    /** Resolves when the position is reached, or with `NotYetReadable` after the time limit. */
    shows: async (commit: bigint): Promise<E.Either<Fault, void>> =>
      commit <= reached || (await wait(commit)) ? READABLE : NOT_YET_READABLE,
  };
};

/** The progress of the read models, as this process tracks it. */
export interface RunningReadModel extends ReadModel {
  /** Whether writes are answered before they can be read: see `announce`. */
  readonly isClose: () => boolean;
  readonly onAdvanced: OnAdvanced;
  readonly close: () => Promise<void>;
}

/** Tracks the progress of the read models through the projector's notifications. */
export const postgresReadModel = async ({
  database,
  databaseUrl,
  lastStored,
  timeoutMs = 10_000,
  closeMs = 250,
}: ReadModelOptions): Promise<RunningReadModel> => {
  const followed = followedWrites(() => performance.now(), closeMs);
  const listeners: Array<() => void> = [];
  const {
    commit: reachedCommit,
    advanceTo,
    shows,
  } = reachedPosition(timeoutMs, (commit) => {
    followed.reached(commit);
    for (const listener of listeners) listener();
  });

  const lookUp = async (): Promise<void> => {
    const checkpoints = await readCheckpoints(database);
    const commits = allProjections.map(({ name }) => checkpoints.get(name)?.commit ?? -1n);
    advanceTo(commits.reduce((lowest, commit) => (commit < lowest ? commit : lowest)));
  };

  const close = await listen(
    databaseUrl,
    PROJECTED_CHANNEL,
    (payload) => advanceTo(BigInt(payload)),
    () => void lookUp().catch(() => undefined),
  );

  const announced = announcedWrites(database, async () => {
    const last = await lastStored();
    if (last !== undefined && E.isLeft(await shows(last)))
      throw new Error('the read models do not show what is stored');
  });

  return {
    reachedCommit,
    reached:
      ({ commit }) =>
      () =>
        shows(commit),
    announce:
      (keys, { commit }) =>
      async () => {
        if (commit <= reachedCommit()) return READABLE;
        const isClose = followed.areClose();
        followed.wrote(commit);
        return isClose ? run(() => announced.announce(keys, commit))() : shows(commit);
      },
    showsWritesOf: (key) => async () => {
      const last = await run(() => announced.lastOf(key))();
      if (E.isLeft(last)) return last;
      return last.right === undefined ? READABLE : shows(last.right);
    },
    isClose: followed.areClose,
    onAdvanced: (listener) => void listeners.push(listener),
    close,
  };
};
