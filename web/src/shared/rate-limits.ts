import { useSyncExternalStore } from 'react';
import { sleeping } from '../../../clients/typescript/core/retrying-fetch.js';
import { reachingFetch } from './reaching-fetch.js';

export interface WindowUse {
  readonly window: string;
  /** Requests. */
  readonly limit: number;
  readonly remaining: number;
  /** When all of them are available again, ms since 1970. */
  readonly resetsAt: number;
}

interface RateLimits {
  /** Undefined before the first response; empty without limits. */
  readonly windows: ReadonlyArray<WindowUse> | undefined;
  /** The limit that the last request exceeded. */
  readonly exceeded: WindowUse | undefined;
}

const NONE: RateLimits = { windows: undefined, exceeded: undefined };

const ITEM = /"([^"]+)"((?:;[a-z]=\d+)*)/g;

/** The items of a structured header such as `"minute";r=9;t=41, "hour";r=99;t=3000`, by name. */
const itemsOf = (header: string | null): ReadonlyMap<string, Readonly<Record<string, number>>> =>
  new Map(
    [...(header ?? '').matchAll(ITEM)].map(([, name = '', parameters = '']) => [
      name,
      Object.fromEntries(
        [...parameters.matchAll(/;([a-z])=(\d+)/g)].map(([, key = '', value]) => [key, Number(value)]),
      ),
    ]),
  );

/** What the headers of a response say about the rate limits (draft-ietf-httpapi-ratelimit-headers-10). */
const windowsOf = (headers: Headers, now: number): ReadonlyArray<WindowUse> => {
  const use = itemsOf(headers.get('ratelimit'));
  return [...itemsOf(headers.get('ratelimit-policy'))].map(([window, policy]) => ({
    window,
    limit: policy['q'] ?? 0,
    remaining: use.get(window)?.['r'] ?? 0,
    resetsAt: now + 1000 * (use.get(window)?.['t'] ?? 0),
  }));
};

let latest = NONE;
const listeners = new Set<() => void>();

const set = (next: RateLimits): void => {
  latest = next;
  for (const changed of listeners) changed();
};

/** Forgets them: each key has its own. */
export const forgetRateLimits = (): void => set(NONE);

/** A fetch that records the rate limits in the headers of responses. */
export const notingFetch = async (request: Request): Promise<Response> => {
  const response = await reachingFetch(request);
  const windows = windowsOf(response.headers, Date.now());
  const used = windows.filter(({ remaining }) => remaining === 0);
  // The service also answers 429 when it is busy.
  const [exceeded] = response.status === 429 ? used.toSorted((a, b) => b.resetsAt - a.resetsAt) : [];
  set({ windows, exceeded });
  return response;
};

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** The rate limits, as the last response stated them. */
export const useRateLimits = (): RateLimits => useSyncExternalStore(subscribe, () => latest);

const minuteOf = ({ windows = [] }: RateLimits): WindowUse | undefined =>
  windows.find(({ window }) => window === 'minute');

/**
 * How long to wait before something is read again, ms: at least as long as given, and so long that half of the requests
 * of this minute are left for the actions of the user.
 */
export const paced = (leastMs: number): number => {
  const minute = minuteOf(latest);
  if (!minute) return leastMs;
  return Math.max(leastMs, (minute.resetsAt - Date.now()) / Math.max(1, minute.remaining / 2));
};

/** Waits until more than a third of the requests of this minute are left. For pictures, so that other requests need not wait. */
export const spareRequest = async (signal: AbortSignal): Promise<void> => {
  const minute = minuteOf(latest);
  if (!minute || minute.remaining > minute.limit / 3) return;
  await sleeping(Math.max(0, minute.resetsAt - Date.now()), signal);
};
