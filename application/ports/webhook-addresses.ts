import type { Task } from 'fp-ts/lib/Task.js';

/** Tells early whether webhooks could be sent to a URL; every send is checked anew. */
export interface WebhookAddresses {
  /** False if the URL leads to an address that may not be connected to; a host that can't be looked up now passes. */
  readonly areOpen: (url: string) => Task<boolean>;
}
