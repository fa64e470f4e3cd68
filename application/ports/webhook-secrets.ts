import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { SecretRotation } from '../../domain/webhook-endpoint/events.js';
import type { WebhookEndpointId } from '../../domain/ids.js';
import type { Fault } from './fault.js';

/** Where signing secrets are kept: not among the events, and never shown again. */
export interface WebhookSecrets {
  /** Keeps an endpoint's first secret. */
  readonly store: (endpointId: WebhookEndpointId, secret: string) => TaskEither<Fault, void>;
  /** Keeps a further secret, and lets those before it expire. */
  readonly rotate: (
    endpointId: WebhookEndpointId,
    secret: string,
    rotation: SecretRotation,
  ) => TaskEither<Fault, void>;
  /** Forgets all secrets of an endpoint. */
  readonly forget: (endpointId: WebhookEndpointId) => TaskEither<Fault, void>;
}
