import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { WebhookEndpointId } from '../../domain/ids.js';
import type { Fault } from './fault.js';

/**
 * The storage of signing secrets. They are not part of events, and never shown again. A secret is stored first, and
 * signs once the read models have the event that names it. A secret that no event names signs nothing and is removed by
 * a sweep. The secrets of a deleted endpoint are removed by the projection of its deletion.
 */
export interface WebhookSecrets {
  /** Stores a secret of an endpoint under an id; repeating it changes nothing. */
  readonly keep: (endpointId: WebhookEndpointId, secretId: string, secret: string) => TaskEither<Fault, void>;
}
