import type { OwnerId } from '../ids.js';
import { isOwnedBy } from '../ownership.js';
import type { WebhookEventName } from './events.js';

/** What decides which messages an endpoint gets. */
export interface Subscription {
  readonly ownerId: OwnerId;
  readonly events: ReadonlyArray<WebhookEventName>;
  readonly registeredAt: Date;
}

/** An event in an owner's feed, as far as it decides who gets it. */
export interface Announcement {
  readonly ownerId: OwnerId;
  readonly event: WebhookEventName;
  readonly at: Date;
}

/**
 * Whether an endpoint that is not deleted gets a message: it subscribes to the event, has the same owner, and was
 * registered by then. An endpoint that is paused or disabled gets it too, but only later.
 */
export const subscribesTo = (endpoint: Subscription, { ownerId, event, at }: Announcement): boolean =>
  isOwnedBy(ownerId)(endpoint) &&
  endpoint.events.includes(event) &&
  endpoint.registeredAt.getTime() <= at.getTime();
