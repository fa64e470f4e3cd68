import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { LRUCache } from 'lru-cache';
import type { Fault } from '../ports/fault.js';
import type { Sharing } from './shared-resources.js';

/** Who uses a shared resource: an owner, or one of the links to a video of an owner. */
export interface Party {
  readonly owner: string;
  readonly link?: string;
}

/** No permit became free in time: `of` tells whose limit is reached. */
export interface NoPlace {
  readonly _tag: 'NoPlace';
  readonly of: 'link' | 'owner' | 'all';
  /** What the permits are for, in words for the client: a plural. */
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
  /** Takes a permit, or waits for one until the signal aborts or the time to wait is over. */
  readonly acquire: (party: Party, signal?: AbortSignal) => Promise<Acquired>;
  /** Takes a permit only if one is free now. */
  readonly tryAcquire: (party: Party) => Permit | undefined;
  /** Does work while it has a permit. */
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

const linkOf = ({ owner, link }: Party): string => JSON.stringify([owner, link ?? null]);
const keysOf = (party: Party): readonly [string, string] => [party.owner, linkOf(party)];

/** For how many owners and links the time of the last service is remembered. */
const KNOWN_TURNS = 10_000;

/** How many permits are taken, and when the last was, by owner and by link. */
const permitCounts = ({ name, what, permits, perOwner, perLink = perOwner }: Sharing) => {
  const use = useOf(name);
  const taken = new Map<string, number>();
  const served = new LRUCache<string, number>({ max: KNOWN_TURNS });
  let all = 0;
  let turn = 0;

  /** Why a party gets no permit now. */
  const obstacle = (party: Party): NoPlace | undefined => {
    const full = (of: NoPlace['of'], count: number, limit: number): NoPlace | undefined =>
      count >= limit ? { _tag: 'NoPlace', of, what, limit } : undefined;
    return (
      (party.link === undefined ? undefined : full('link', taken.get(linkOf(party)) ?? 0, perLink)) ??
      full('owner', taken.get(party.owner) ?? 0, perOwner) ??
      full('all', all, permits)
    );
  };

  const count = (party: Party, change: 1 | -1): void => {
    all += change;
    use.taken += change;
    turn += 1;
    for (const key of keysOf(party)) {
      const left = (taken.get(key) ?? 0) + change;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
      if (change === 1) served.set(key, turn);
    }
  };

  const lastTurns = ({ party }: Waiter) => keysOf(party).map((key) => served.get(key) ?? 0);

  /** Of two that wait, the one whose owner, or else whose link, was served longer ago. */
  const earlier = (a: Waiter, b: Waiter): Waiter => {
    const [[ownerA = 0, linkA = 0], [ownerB = 0, linkB = 0]] = [lastTurns(a), lastTurns(b)];
    return ownerB < ownerA || (ownerB === ownerA && linkB < linkA) ? b : a;
  };

  return { use, obstacle, count, earlier };
};

/** A permit that may be used until the time limit. */
const limitedPermit = ({ what, limitMs }: Sharing, giveBack: () => void): Permit => {
  const overdue = new AbortController();
  const limit = setTimeout(() => {
    overdue.abort(new Error(`the time limit of ${limitMs / 1000} s for ${what} has passed`));
  }, limitMs);
  let isTaken = true;
  return {
    overdue: overdue.signal,
    release: () => {
      if (!isTaken) return;
      isTaken = false;
      clearTimeout(limit);
      giveBack();
    },
  };
};

const workingWithin =
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
 * The permits of a shared resource in this process. No owner and no link gets more than its share. Those who find no
 * permit wait; a permit that becomes free goes to the owner, and then to the link, that was served longest ago.
 */
export const fairSemaphore = (sharing: Sharing): FairSemaphore => {
  const { use, obstacle, count, earlier } = permitCounts(sharing);
  const waiting = new Set<Waiter>();

  const take = (party: Party): Permit => {
    count(party, 1);
    return limitedPermit(sharing, () => {
      count(party, -1);
      admit();
    });
  };

  /** Gives free permits to those who wait, by turns. */
  const admit = (): void => {
    for (;;) {
      const [first, ...others] = [...waiting].filter(({ party }) => !obstacle(party));
      if (!first) return;
      const { party, settle } = others.reduce(earlier, first);
      settle(E.right(take(party)));
    }
  };

  const refused = (party: Party): Acquired => {
    const { what, permits } = sharing;
    const why = obstacle(party) ?? { _tag: 'NoPlace', of: 'all', what, limit: permits };
    use.refused[why.of] += 1;
    return E.left(why);
  };

  const wait = (party: Party, signal: AbortSignal | undefined): Promise<Acquired> =>
    new Promise((resolve) => {
      const settle = (acquired: Acquired): void => {
        if (!waiting.delete(waiter)) return;
        use.waiting -= 1;
        clearTimeout(patience);
        signal?.removeEventListener('abort', abandon);
        resolve(acquired);
      };
      const abandon = (): void => settle(ABANDONED);
      const waiter: Waiter = { party, settle };
      const patience = setTimeout(() => settle(refused(party)), sharing.waitMs);
      signal?.addEventListener('abort', abandon, { once: true });
      waiting.add(waiter);
      use.waiting += 1;
    });

  const tryAcquire = (party: Party): Permit | undefined => (obstacle(party) ? undefined : take(party));

  const acquire: FairSemaphore['acquire'] = async (party, signal) => {
    if (signal?.aborted) return ABANDONED;
    const permit = tryAcquire(party);
    if (permit) return E.right(permit);
    const before = [...waiting].filter((waiter) => waiter.party.owner === party.owner).length;
    return before < sharing.queue ? wait(party, signal) : refused(party);
  };

  return { acquire, tryAcquire, within: workingWithin(acquire) };
};
