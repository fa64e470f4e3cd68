import type { Task } from 'fp-ts/lib/Task.js';

/** Checks whether webhooks may be sent to a URL. Every attempt checks this again. */
export interface WebhookAddresses {
  /** False if the URL leads to an address that is not allowed. A host that cannot be resolved now passes. */
  readonly areAllowed: (url: string) => Task<boolean>;
}
