import type { Knex } from 'knex';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { ReadModel } from '../../../application/ports/read-model.js';
import { allProjections } from '../../../projections/all.js';
import { readCheckpoints } from './checkpoints.js';
import { listen } from '../connection/listen.js';
import { PROJECTED_CHANNEL } from './projection-store.js';

export interface ReadModelOptions {
  readonly database: Knex;
  readonly databaseUrl: string;
  /** How long to wait for a position, in ms. */
  readonly timeoutMs?: number;
}

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
  let reachedCommit = -1n;
  const waiters = new Set<Waiter>();

  const advanceTo = (commit: bigint): void => {
    if (commit <= reachedCommit) return;
    reachedCommit = commit;
    for (const waiter of waiters)
      if (waiter.commit <= commit) {
        waiters.delete(waiter);
        waiter.resolve();
      }
  };

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

  const wait = (commit: bigint): Promise<boolean> =>
    new Promise((resolve) => {
      const waiter: Waiter = { commit, resolve: () => finish(true) };
      const timer = setTimeout(() => finish(false), timeoutMs);
      const finish = (reached: boolean): void => {
        clearTimeout(timer);
        waiters.delete(waiter);
        resolve(reached);
      };
      waiters.add(waiter);
    });

  return {
    reached:
      ({ commit }) =>
      async () => {
        if (commit <= reachedCommit || (await wait(commit))) return TE.right<Fault, void>(undefined)();
        return TE.left<Fault, void>({ _tag: 'NotYetReadable' })();
      },
    close,
  };
};
