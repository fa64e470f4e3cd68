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

/** There was no place in time: `of` tells who has as many as it may have. */
export interface NoPlace {
  readonly _tag: 'NoPlace';
  readonly of: 'link' | 'owner' | 'all';
  /** What the places are for, in words for the client: a plural. */
  readonly what: string;
  readonly limit: number;
}

export interface Place {
  /** Aborts when the time limit of the resource has passed. */
  readonly overdue: AbortSignal;
  /** Gives the place back. May be called more than once. */
  readonly leave: () => void;
}

type Entered = E.Either<NoPlace | Extract<Fault, { _tag: 'Abandoned' }>, Place>;

interface Waiter {
  readonly party: Party;
  readonly settle: (entered: Entered) => void;
}

export interface FairPlaces {
  /** Takes a place, or waits for one until the signal aborts or the time to wait is over. */
  readonly enter: (party: Party, signal?: AbortSignal) => Promise<Entered>;
  /** Takes a place only if one is free now. */
  readonly tryEnter: (party: Party) => Place | undefined;
  /** Does work in a place. */
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
export const placesInUse = (): ReadonlyMap<string, Readonly<Use>> => uses;

const useOf = (name: string): Use => {
  const use = uses.get(name) ?? { taken: 0, waiting: 0, refused: { link: 0, owner: 0, all: 0 } };
  uses.set(name, use);
  return use;
};

const ABANDONED: Entered = E.left({ _tag: 'Abandoned' });

const linkOf = ({ owner, link }: Party): string => JSON.stringify([owner, link ?? null]);
const keysOf = (party: Party): readonly [string, string] => [party.owner, linkOf(party)];

/** Of how many owners and links it is known when they were served last. */
const KNOWN_TURNS = 10_000;

/** How many places are taken, and when the last was, by owner and by link. */
const takenPlaces = ({ name, what, places, perOwner, perLink = perOwner }: Sharing) => {
  const use = useOf(name);
  const taken = new Map<string, number>();
  const served = new LRUCache<string, number>({ max: KNOWN_TURNS });
  let all = 0;
  let turn = 0;

  /** Why a party may not enter now. */
  const obstacle = (party: Party): NoPlace | undefined => {
    const full = (of: NoPlace['of'], count: number, limit: number): NoPlace | undefined =>
      count >= limit ? { _tag: 'NoPlace', of, what, limit } : undefined;
    return (
      (party.link === undefined ? undefined : full('link', taken.get(linkOf(party)) ?? 0, perLink)) ??
      full('owner', taken.get(party.owner) ?? 0, perOwner) ??
      full('all', all, places)
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

/** A place that may be used until the time limit. */
const limitedPlace = ({ what, limitMs }: Sharing, giveBack: () => void): Place => {
  const overdue = new AbortController();
  const limit = setTimeout(() => {
    overdue.abort(new Error(`the time limit of ${limitMs / 1000} s for ${what} has passed`));
  }, limitMs);
  let isTaken = true;
  return {
    overdue: overdue.signal,
    leave: () => {
      if (!isTaken) return;
      isTaken = false;
      clearTimeout(limit);
      giveBack();
    },
  };
};

const workingWithin =
  (enter: FairPlaces['enter']): FairPlaces['within'] =>
  (party, work, signal) =>
  async () => {
    const entered = await enter(party, signal);
    if (E.isLeft(entered)) return entered;
    try {
      return await work(entered.right.overdue)();
    } finally {
      entered.right.leave();
    }
  };

/**
 * The places of a shared resource in this process. Nobody has more than the share of an owner, or of a link. Who finds
 * no place waits; a place that becomes free goes to the waiting owner, and then the link, that was served longest ago.
 */
export const fairPlaces = (sharing: Sharing): FairPlaces => {
  const { use, obstacle, count, earlier } = takenPlaces(sharing);
  const waiting = new Set<Waiter>();

  const take = (party: Party): Place => {
    count(party, 1);
    return limitedPlace(sharing, () => {
      count(party, -1);
      admit();
    });
  };

  /** Gives free places to those who wait, by turns. */
  const admit = (): void => {
    for (;;) {
      const [first, ...others] = [...waiting].filter(({ party }) => !obstacle(party));
      if (!first) return;
      const { party, settle } = others.reduce(earlier, first);
      settle(E.right(take(party)));
    }
  };

  const refused = (party: Party): Entered => {
    const { what, places } = sharing;
    const why = obstacle(party) ?? { _tag: 'NoPlace', of: 'all', what, limit: places };
    use.refused[why.of] += 1;
    return E.left(why);
  };

  const wait = (party: Party, signal: AbortSignal | undefined): Promise<Entered> =>
    new Promise((resolve) => {
      const settle = (entered: Entered): void => {
        if (!waiting.delete(waiter)) return;
        use.waiting -= 1;
        clearTimeout(patience);
        signal?.removeEventListener('abort', abandon);
        resolve(entered);
      };
      const abandon = (): void => settle(ABANDONED);
      const waiter: Waiter = { party, settle };
      const patience = setTimeout(() => settle(refused(party)), sharing.waitMs);
      signal?.addEventListener('abort', abandon, { once: true });
      waiting.add(waiter);
      use.waiting += 1;
    });

  const tryEnter = (party: Party): Place | undefined => (obstacle(party) ? undefined : take(party));

  const enter: FairPlaces['enter'] = async (party, signal) => {
    if (signal?.aborted) return ABANDONED;
    const place = tryEnter(party);
    if (place) return E.right(place);
    const before = [...waiting].filter((waiter) => waiter.party.owner === party.owner).length;
    return before < sharing.queue ? wait(party, signal) : refused(party);
  };

  return { enter, tryEnter, within: workingWithin(enter) };
};
