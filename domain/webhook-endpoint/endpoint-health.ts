import type { DisablingReason } from './events.js';
import type { WebhookEndpointStatus } from './webhook-endpoint.js';

/** How many deliveries to one endpoint may be under way at a time, over all processes. */
export const PER_ENDPOINT = 10;

/** The same for an endpoint whose last attempt failed. */
export const PER_FAILING_ENDPOINT = 2;

/** How long an endpoint gets nothing after a failure, in ms, so that one that fails fast keeps no process busy. */
export const REST_MS = 500;

/** How long every attempt to reach an endpoint may fail before the endpoint is disabled, in ms. */
export const TOLERATED_FAILURE_MS = 5 * 24 * 60 * 60 * 1000;

/** How an endpoint has done lately. */
export interface EndpointHealth {
  readonly status: WebhookEndpointStatus;
  /** When it was registered, last changed or resumed: earlier failures do not count. */
  readonly activeSince: Date;
  /** The first failure after the last success; null if the last attempt succeeded. */
  readonly failingSince: Date | null;
  /** The end of its rest after the last failure. */
  readonly restsUntil: Date | null;
}

const isFailing = ({ failingSince, activeSince }: EndpointHealth): boolean =>
  failingSince !== null && failingSince.getTime() >= activeSince.getTime();

/**
 * How many more deliveries to an endpoint may begin now. None begin while it is paused, disabled or resting after a
 * failure.
 * @param underWay how many deliveries to it are under way
 */
export const roomFor = (health: EndpointHealth, underWay: number, now: Date): number => {
  if (health.status !== 'active') return 0;
  if (!isFailing(health)) return Math.max(0, PER_ENDPOINT - underWay);
  const rests = health.restsUntil !== null && health.restsUntil.getTime() > now.getTime();
  return rests ? 0 : Math.max(0, PER_FAILING_ENDPOINT - underWay);
};

/** The first failure after the last success, once another attempt that began at `startedAt` has ended. */
export const failingSinceAfter = (
  health: EndpointHealth,
  attempt: { readonly succeeded: boolean; readonly startedAt: Date },
): Date | null => {
  if (attempt.succeeded) return null;
  return isFailing(health) ? health.failingSince : attempt.startedAt;
};

/**
 * Why an endpoint is to be disabled after an attempt: it answered 410, or has failed for too long.
 * @param failingSince the first failure after the last success, if the attempt failed
 */
export const disablingReason = (
  httpStatus: number | undefined,
  failingSince: Date | undefined,
  now: Date,
): DisablingReason | undefined => {
  if (httpStatus === 410) return 'gone';
  if (failingSince && now.getTime() - failingSince.getTime() >= TOLERATED_FAILURE_MS) return 'failing';
  return undefined;
};
