import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { RateLimits } from '../../domain/api-key/events.js';
import type { Fault } from './fault.js';

export type RateWindow = keyof RateLimits;
export const RATE_WINDOWS: ReadonlyArray<RateWindow> = ['minute', 'hour', 'day'];

/** Length of each window in seconds. A window starts with the first request after the previous window has ended. */
export const WINDOW_SECONDS: Readonly<Record<RateWindow, number>> = { minute: 60, hour: 3600, day: 86_400 };

/** The state of a window after a request. */
export interface WindowUse {
  readonly window: RateWindow;
  readonly limit: number;
  /** The number of requests it still accepts. */
  readonly remaining: number;
  /** Whole seconds until it ends, at least 1. */
  readonly resetSeconds: number;
}

/** Whether a request was accepted (`taken`), and so counted in every window; a refused one is counted in none. */
export interface RateVerdict {
  readonly taken: boolean;
  readonly windows: ReadonlyArray<WindowUse>;
}

/** Counts requests exactly, across all processes and restarts. */
export interface RateLimiter {
  /** Counts one request of a subject if each of its windows accepts it; `limits` must have at least one window. */
  readonly take: (subject: string, limits: RateLimits) => TaskEither<Fault, RateVerdict>;
}
