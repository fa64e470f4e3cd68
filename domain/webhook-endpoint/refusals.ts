import type { WebhookEndpointId } from '../ids.js';
import type { ExistenceRefusal } from '../ownership.js';

export type WebhookEndpointRefusal =
  | ExistenceRefusal<'WebhookEndpoint', { endpointId: WebhookEndpointId }>
  | { readonly _tag: 'WebhookEndpointIsDisabled'; readonly endpointId: WebhookEndpointId }
  | { readonly _tag: 'WebhookDeliveryDoesNotExist'; readonly deliveryId: string }
  | { readonly _tag: 'WebhookDeliveryIsUnderWay'; readonly deliveryId: string }
  | { readonly _tag: 'WebhookUrlIsPrivate' }
  /** X-Signature would use the old secret after it has expired. */
  | { readonly _tag: 'SecretSwitchIsTooLate'; readonly latest: string };
