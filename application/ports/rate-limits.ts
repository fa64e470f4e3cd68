import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { RateLimits } from '../../domain/api-key/events.js';
import type { Fault } from './fault.js';

/** The windows a rate limit can have. */
export type RateWindow = keyof RateLimits;

/** How long a window is, in seconds. A window opens with the first request after the one before is over. */
export const WINDOW_SECONDS: Readonly<Record<RateWindow, number>> = { minute: 60, hour: 3600, day: 86_400 };

/** One window as it stands after a request. */
export interface WindowUse {
  readonly window: RateWindow;
  readonly limit: number;
  /** How many more requests it takes. */
  readonly remaining: number;
  /** In how many whole seconds it is over, at least 1. */
  readonly resetSeconds: number;
}

/** What became of a request: taken, and counted in every window; or refused, and counted in none. */
export interface RateVerdict {
  readonly taken: boolean;
  readonly windows: ReadonlyArray<WindowUse>;
}

/** Counts requests, exactly, over all processes and restarts. */
export interface RateLimiter {
  /** Counts one request of a subject if each of its windows still takes it; `limits` must name a window. */
  readonly take: (subject: string, limits: RateLimits) => TaskEither<Fault, RateVerdict>;
}
