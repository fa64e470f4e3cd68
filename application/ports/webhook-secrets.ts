import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { WebhookEndpointId } from '../../domain/ids.js';
import type { Fault } from './fault.js';

/** Where signing secrets are kept: not among the events, and never shown again. */
export interface WebhookSecrets {
  readonly store: (endpointId: WebhookEndpointId, secret: string) => TaskEither<Fault, void>;
}
