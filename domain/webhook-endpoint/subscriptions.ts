import type { OwnerId } from '../ids.js';
import { isOwnedBy } from '../ownership.js';
import type { WebhookEventName } from './events.js';

/** The properties of an endpoint that decide which messages it gets. */
export interface Subscription {
  readonly ownerId: OwnerId;
  readonly events: ReadonlyArray<WebhookEventName>;
  /** The commit position of its registration in the log; null if it precedes all announced events. */
  readonly registeredCommit: bigint | null;
}

/** The properties of an event in a feed that decide which endpoints get it. */
export interface Announcement {
  readonly ownerId: OwnerId;
  readonly event: WebhookEventName;
  /** The commit position of the event in the log. */
  readonly commit: bigint;
}

/**
 * Whether an endpoint that is not deleted gets a message: it subscribes to the event, has the same owner, and was
 * registered before it in the log, regardless of clocks. A paused or disabled endpoint gets it later.
 */
export const subscribesTo = (endpoint: Subscription, { ownerId, event, commit }: Announcement): boolean =>
  isOwnedBy(ownerId)(endpoint) &&
  endpoint.events.includes(event) &&
  (endpoint.registeredCommit ?? -1n) < commit;
