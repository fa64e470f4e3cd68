import type { WebhookEndpointId } from '../ids.js';

export type WebhookEndpointRefusal =
  | { readonly _tag: 'WebhookEndpointDoesNotExist'; readonly endpointId: WebhookEndpointId }
  | { readonly _tag: 'WebhookEndpointAlreadyExists'; readonly endpointId: WebhookEndpointId }
  | { readonly _tag: 'WebhookEndpointBelongsToAnotherOwner'; readonly endpointId: WebhookEndpointId }
  | { readonly _tag: 'WebhookEndpointIsDisabled'; readonly endpointId: WebhookEndpointId }
  | { readonly _tag: 'WebhookDeliveryDoesNotExist'; readonly deliveryId: string }
  | { readonly _tag: 'WebhookDeliveryIsUnderWay'; readonly deliveryId: string }
  | { readonly _tag: 'WebhookRequestIsInvalid'; readonly problems: ReadonlyArray<string> };
