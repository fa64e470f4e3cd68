import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../ports/fault.js';
import { type NoPlace, type Party, permitCounts } from './permit-counts.js';
import type { Sharing } from './shared-resources.js';

export interface Permit {
  /** Aborts when the time limit of the resource has passed. */
  readonly overdue: AbortSignal;
  /** May be called more than once. */
  readonly release: () => void;
}

type Acquired = E.Either<NoPlace | Extract<Fault, { _tag: 'Abandoned' }>, Permit>;

interface Waiter {
  readonly party: Party;
  readonly settle: (acquired: Acquired) => void;
}

export interface FairSemaphore {
  /** Takes a permit, or waits for one until the signal aborts or the maximum wait has passed. */
  readonly acquire: (party: Party, signal?: AbortSignal) => Promise<Acquired>;
  /** Takes a permit only if one is free now. */
  readonly tryAcquire: (party: Party) => Permit | undefined;
  /** Runs work with a permit. */
  readonly within: <P, A>(
    party: Party,
    work: (overdue: AbortSignal) => TaskEither<P, A>,
    signal?: AbortSignal,
  ) => TaskEither<P | NoPlace | Fault, A>;
}

const ABANDONED: Acquired = E.left({ _tag: 'Abandoned' });

const limitedPermit = ({ what, limitMs }: Sharing, onRelease: () => void): Permit => {
  const overdue = new AbortController();
  const limit = setTimeout(() => {
    overdue.abort(new Error(`the time limit of ${limitMs / 1000} s for ${what} has passed`));
  }, limitMs);
  let isReleased = false;
  return {
    overdue: overdue.signal,
    release: () => {
      if (isReleased) return;
      isReleased = true;
      clearTimeout(limit);
      onRelease();
    },
  };
};

const withPermit =
  (acquire: FairSemaphore['acquire']): FairSemaphore['within'] =>
  (party, work, signal) =>
  async () => {
    const acquired = await acquire(party, signal);
    if (E.isLeft(acquired)) return acquired;
    try {
      return await work(acquired.right.overdue)();
    } finally {
      acquired.right.release();
    }
  };

/**
 * The permits of a shared resource in this process. Each owner and each link has a maximum. Parties that get no permit wait;
 * a permit that becomes free goes to the owner, and then to the link, that was served longest ago.
 */
export const fairSemaphore = (sharing: Sharing): FairSemaphore => {
  const { use, obstacle, count, longerUnserved } = permitCounts(sharing);
  const waiting = new Set<Waiter>();

  const take = (party: Party): Permit => {
    count(party, 1);
    return limitedPermit(sharing, () => {
      count(party, -1);
      admit();
    });
  };

  /** Gives free permits to waiters in a fair order. */
  const admit = (): void => {
    for (;;) {
      const [first, ...others] = [...waiting].filter(({ party }) => !obstacle(party));
      if (!first) return;
      const { party, settle } = others.reduce(longerUnserved, first);
      settle(E.right(take(party)));
    }
  };

  const refused = (party: Party): Acquired => {
    const { what, permits } = sharing;
    const reason = obstacle(party) ?? { _tag: 'NoPlace', of: 'all', what, limit: permits };
    use.refused[reason.of] += 1;
    return E.left(reason);
  };

  const wait = (party: Party, signal: AbortSignal | undefined): Promise<Acquired> =>
    new Promise((resolve) => {
      const settle = (acquired: Acquired): void => {
        if (!waiting.delete(waiter)) return;
        use.waiting -= 1;
        clearTimeout(timeout);
        signal?.removeEventListener('abort', abandon);
        resolve(acquired);
      };
      const abandon = (): void => settle(ABANDONED);
      const waiter: Waiter = { party, settle };
      const timeout = setTimeout(() => settle(refused(party)), sharing.waitMs);
      signal?.addEventListener('abort', abandon, { once: true });
      waiting.add(waiter);
      use.waiting += 1;
    });

  const tryAcquire = (party: Party): Permit | undefined => (obstacle(party) ? undefined : take(party));

  const acquire: FairSemaphore['acquire'] = async (party, signal) => {
    if (signal?.aborted) return ABANDONED;
    const permit = tryAcquire(party);
    if (permit) return E.right(permit);
    const queued = [...waiting].filter((waiter) => waiter.party.owner === party.owner).length;
    return queued < sharing.queue ? wait(party, signal) : refused(party);
  };

  return { acquire, tryAcquire, within: withPermit(acquire) };
};
