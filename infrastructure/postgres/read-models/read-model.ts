import type { Knex } from 'knex';
import * as E from 'fp-ts/lib/Either.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { ReadModel } from '../../../application/ports/read-model.js';
import { allProjections } from '../../../projections/all.js';
import { readCheckpoints } from './checkpoints.js';
import { listen } from '../connection/listen.js';
import { PROJECTED_CHANNEL } from './projection-store.js';

interface ReadModelOptions {
  readonly database: Knex;
  readonly databaseUrl: string;
  /** How long to wait for a position, in ms. */
  readonly timeoutMs?: number;
}

const NOT_YET_READABLE: E.Either<Fault, never> = E.left({ _tag: 'NotYetReadable' });
const READABLE: E.Either<Fault, void> = E.right(undefined);

interface Waiter {
  readonly commit: bigint;
  readonly resolve: () => void;
}

/** Tracks the progress of the read models through the projector's notifications. */
export const postgresReadModel = async ({
  database,
  databaseUrl,
  timeoutMs = 10_000,
}: ReadModelOptions): Promise<ReadModel & { readonly close: () => Promise<void> }> => {
  let reached = -1n;
  const waiters = new Set<Waiter>();

  const advanceTo = (commit: bigint): void => {
    if (commit <= reached) return;
    reached = commit;
    for (const waiter of waiters) if (waiter.commit <= commit) waiter.resolve();
  };

  const lookUp = async (): Promise<void> => {
    const checkpoints = await readCheckpoints(database);
    const commits = allProjections.map(({ name }) => checkpoints.get(name)?.commit ?? -1n);
    advanceTo(commits.reduce((lowest, commit) => (commit < lowest ? commit : lowest)));
  };

  const wait = (commit: bigint): Promise<E.Either<Fault, void>> =>
    new Promise((resolve) => {
      const finish = (outcome: E.Either<Fault, void>): void => {
        clearTimeout(timer);
        waiters.delete(waiter);
        resolve(outcome);
      };
      const waiter: Waiter = { commit, resolve: () => finish(READABLE) };
      const timer = setTimeout(() => finish(NOT_YET_READABLE), timeoutMs);
      waiters.add(waiter);
    });

  const close = await listen(
    databaseUrl,
    PROJECTED_CHANNEL,
    (payload) => advanceTo(BigInt(payload)),
    () => void lookUp().catch(() => undefined),
  );

  return {
    reached:
      ({ commit }) =>
      async () =>
        commit <= reached ? READABLE : wait(commit),
    close,
  };
};
