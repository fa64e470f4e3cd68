import type { DisablingReason } from './events.js';
import type { WebhookEndpointStatus } from './state.js';

/** Maximum number of concurrent deliveries to one endpoint, over all processes. */
export const DELIVERIES_PER_ENDPOINT = 10;

/** The same for an endpoint to which the last attempt failed. */
export const DELIVERIES_PER_FAILING_ENDPOINT = 2;

/**
 * How long nothing is sent to an endpoint after a failure, in ms, so that an endpoint that fails fast keeps no process
 * busy.
 */
export const REST_AFTER_FAILURE_MS = 500;

/** How long all attempts to send to an endpoint may fail before it is disabled, in ms. */
export const TOLERATED_FAILURE_MS = 5 * 24 * 60 * 60 * 1000;

/** The recent outcomes of an endpoint. */
export interface EndpointHealth {
  readonly status: WebhookEndpointStatus;
  /** When it was registered, last changed or resumed. Earlier failures do not count. */
  readonly activeSince: Date;
  /** The first failure after the last success; null if the last attempt succeeded. */
  readonly failingSince: Date | null;
  /** The end of the rest after the last failure. */
  readonly restsUntil: Date | null;
}

const isFailing = ({ failingSince, activeSince }: EndpointHealth): boolean =>
  failingSince !== null && failingSince.getTime() >= activeSince.getTime();

/**
 * How many more deliveries to an endpoint may start now. None while it is paused, disabled or resting after a failure.
 * @param inProgress the number of deliveries to it in progress
 */
export const deliveriesAllowed = (health: EndpointHealth, inProgress: number, now: Date): number => {
  if (health.status !== 'active') return 0;
  if (!isFailing(health)) return Math.max(0, DELIVERIES_PER_ENDPOINT - inProgress);
  const rests = health.restsUntil !== null && health.restsUntil.getTime() > now.getTime();
  return rests ? 0 : Math.max(0, DELIVERIES_PER_FAILING_ENDPOINT - inProgress);
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
