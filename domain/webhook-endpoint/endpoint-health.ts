import type { DisablingReason } from './events.js';
import type { WebhookEndpointStatus } from './state.js';

/** Maximum number of concurrent deliveries to one endpoint, over all processes. */
export const PER_ENDPOINT = 10;

/** The same for an endpoint whose last attempt failed. */
export const PER_FAILING_ENDPOINT = 2;

/**
 * How long nothing is sent to an endpoint after a failure, in ms, so that a fast-failing endpoint keeps no process
 * busy.
 */
export const REST_MS = 500;

/** How long all attempts to an endpoint may fail before it is disabled, in ms. */
export const TOLERATED_FAILURE_MS = 5 * 24 * 60 * 60 * 1000;

/** The recent outcomes of an endpoint. */
export interface EndpointHealth {
  readonly status: WebhookEndpointStatus;
  /** When it was registered, last changed or resumed. Earlier failures do not count. */
  readonly activeSince: Date;
  /** The first failure after the last success; null if the last attempt succeeded. */
  readonly failingSince: Date | null;
  /** The end of the pause after the last failure. */
  readonly restsUntil: Date | null;
}

const isFailing = ({ failingSince, activeSince }: EndpointHealth): boolean =>
  failingSince !== null && failingSince.getTime() >= activeSince.getTime();

/**
 * How many more deliveries to an endpoint may start now. None while it is paused, disabled or in the pause after a
 * failure.
 * @param underWay the number of deliveries to it in progress
 */
export const roomFor = (health: EndpointHealth, underWay: number, now: Date): number => {
  if (health.status !== 'active') return 0;
  if (!isFailing(health)) return Math.max(0, PER_ENDPOINT - underWay);
  const rests = health.restsUntil !== null && health.restsUntil.getTime() > now.getTime();
  return rests ? 0 : Math.max(0, PER_FAILING_ENDPOINT - underWay);
};

/**
 * Why an endpoint has to be disabled after an attempt: it returned 410, or has failed for too long.
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
