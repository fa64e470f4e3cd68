import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { LRUCache } from 'lru-cache';
import type { Fault } from '../ports/fault.js';
import type { Sharing } from './shared-resources.js';

/**
 * Who uses a shared resource: an owner, or the users of one of its links. `linkTo` is what the link opens, such as
 * `viewer <id of a video>` or the key of an output.
 */
export interface Party {
  readonly owner: string;
  readonly linkTo?: string;
}

/** No permit became free in time. `of`: whose limit is reached. */
export interface NoPlace {
  readonly _tag: 'NoPlace';
  readonly of: 'link' | 'owner' | 'all';
  /** The use of the permits, worded for the client as a plural, such as `requests in progress`. */
  readonly what: string;
  readonly limit: number;
}

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

/** The use of a resource by this process. */
interface Use {
  taken: number;
  waiting: number;
  refused: Record<NoPlace['of'], number>;
}

const uses = new Map<string, Use>();

/** The use of all shared resources by this process, by name; for metrics. */
export const permitsInUse = (): ReadonlyMap<string, Readonly<Use>> => uses;

const useOf = (name: string): Use => {
  const use = uses.get(name) ?? { taken: 0, waiting: 0, refused: { link: 0, owner: 0, all: 0 } };
  uses.set(name, use);
  return use;
};

const ABANDONED: Acquired = E.left({ _tag: 'Abandoned' });

const linkOf = ({ owner, linkTo }: Party): string => JSON.stringify([owner, linkTo ?? null]);
const keysOf = (party: Party): readonly [string, string] => [party.owner, linkOf(party)];

/** The number of owners and links whose last service is remembered. */
const REMEMBERED_PARTIES = 10_000;

/** Counts the taken permits by owner and by link, and remembers the order in which they were last served. */
const permitCounts = ({ name, what, permits, perOwner, perLink = perOwner }: Sharing) => {
  const use = useOf(name);
  const taken = new Map<string, number>();
  const lastServed = new LRUCache<string, number>({ max: REMEMBERED_PARTIES });
  let all = 0;
  let turn = 0;

  /** Why a party gets no permit now; undefined if it gets one. */
  const obstacle = (party: Party): NoPlace | undefined => {
    const full = (of: NoPlace['of'], count: number, limit: number): NoPlace | undefined =>
      count >= limit ? { _tag: 'NoPlace', of, what, limit } : undefined;
    return (
      (party.linkTo === undefined ? undefined : full('link', taken.get(linkOf(party)) ?? 0, perLink)) ??
      full('owner', taken.get(party.owner) ?? 0, perOwner) ??
      full('all', all, permits)
    );
  };

  const count = (party: Party, change: 1 | -1): void => {
    all += change;
    use.taken += change;
    turn += 1;
    for (const key of keysOf(party)) {
      const remaining = (taken.get(key) ?? 0) + change;
      if (remaining > 0) taken.set(key, remaining);
      else taken.delete(key);
      if (change === 1) lastServed.set(key, turn);
    }
  };

  const lastServedTurns = ({ party }: Waiter) => keysOf(party).map((key) => lastServed.get(key) ?? 0);

  /** The one of two waiters whose owner, or else whose link, was served longer ago. */
  const longerUnserved = (a: Waiter, b: Waiter): Waiter => {
    const [[ownerA = 0, linkA = 0], [ownerB = 0, linkB = 0]] = [lastServedTurns(a), lastServedTurns(b)];
    return ownerB < ownerA || (ownerB === ownerA && linkB < linkA) ? b : a;
  };

  return { use, obstacle, count, longerUnserved };
};

/** A permit with a time limit. */
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
