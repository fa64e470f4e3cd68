import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { WebhookEndpointId } from '../../domain/ids.js';
import type { Fault } from './fault.js';

/**
 * The storage of signing secrets. Secrets are not part of events, and never shown again. A secret is stored first, and is
 * used once the read models have the event that names it. A sweep removes secrets that no event names. The projection of
 * its deletion removes the secrets of an endpoint.
 */
export interface WebhookSecrets {
  /** Stores a secret of an endpoint under an id; repeating it changes nothing. */
  readonly store: (
    endpointId: WebhookEndpointId,
    secretId: string,
    secret: string,
  ) => TaskEither<Fault, void>;
}
