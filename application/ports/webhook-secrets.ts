import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { WebhookEndpointId } from '../../domain/ids.js';
import type { Fault } from './fault.js';

/**
 * Where signing secrets are kept: not among the events, and never shown again. A secret is kept first and signs once the
 * read models have the event that names it. One that no event names after all signs nothing and is swept away; those of
 * a deleted endpoint go with the projection of its deletion.
 */
export interface WebhookSecrets {
  /** Keeps a secret of an endpoint under an id; again, the same changes nothing. */
  readonly keep: (endpointId: WebhookEndpointId, secretId: string, secret: string) => TaskEither<Fault, void>;
}
