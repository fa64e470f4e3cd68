import { LRUCache } from 'lru-cache';
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

const linkOf = ({ owner, linkTo }: Party): string => JSON.stringify([owner, linkTo ?? null]);
const keysOf = (party: Party): readonly [string, string] => [party.owner, linkOf(party)];

interface Waiting {
  readonly party: Party;
}

/** The number of owners and links whose last service is remembered. */
const REMEMBERED_PARTIES = 10_000;

/** Counts the taken permits by owner and by link, and remembers the order in which they were last served. */
export const permitCounts = ({ name, what, permits, perOwner, perLink = perOwner }: Sharing) => {
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

  const lastServedTurns = ({ party }: Waiting) => keysOf(party).map((key) => lastServed.get(key) ?? 0);

  /** The one of two waiters whose owner, or else whose link, was served longer ago. */
  const longerUnserved = <W extends Waiting>(a: W, b: W): W => {
    const [[ownerA = 0, linkA = 0], [ownerB = 0, linkB = 0]] = [lastServedTurns(a), lastServedTurns(b)];
    return ownerB < ownerA || (ownerB === ownerA && linkB < linkA) ? b : a;
  };

  return { use, obstacle, count, longerUnserved };
};
