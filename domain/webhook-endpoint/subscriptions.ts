import type { OwnerId } from '../ids.js';
import { isOwnedBy } from '../ownership.js';
import type { WebhookEventName } from './events.js';

/** What decides which messages an endpoint gets. */
export interface Subscription {
  readonly ownerId: OwnerId;
  readonly events: ReadonlyArray<WebhookEventName>;
  /** The commit position of its registration in the log; null: before all events that are announced. */
  readonly registeredCommit: bigint | null;
}

/** An event in an owner's feed, as far as it decides who gets it. */
export interface Announcement {
  readonly ownerId: OwnerId;
  readonly event: WebhookEventName;
  /** The commit position of the event in the log. */
  readonly commit: bigint;
}

/**
 * Whether an endpoint that is not deleted gets a message: it subscribes to the event, has the same owner, and was
 * registered before it in the log, whatever the clocks of processes said. An endpoint that is paused or disabled gets it
 * too, but only later.
 */
export const subscribesTo = (endpoint: Subscription, { ownerId, event, commit }: Announcement): boolean =>
  isOwnedBy(ownerId)(endpoint) &&
  endpoint.events.includes(event) &&
  (endpoint.registeredCommit ?? -1n) < commit;
