import * as t from 'io-ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Whether this is a UUID in lower case, the form of all ids of the service. */
export const isUuid = (s: string): boolean => UUID.test(s);

interface VideoIdBrand {
  readonly VideoId: unique symbol;
}
interface RenderIdBrand {
  readonly RenderId: unique symbol;
}
interface RenderBatchIdBrand {
  readonly RenderBatchId: unique symbol;
}
interface WebhookEndpointIdBrand {
  readonly WebhookEndpointId: unique symbol;
}
interface ApiKeyIdBrand {
  readonly ApiKeyId: unique symbol;
}
interface OwnerIdBrand {
  readonly OwnerId: unique symbol;
}

// Ids are UUIDs in lower case. The service generates version 7, which sorts by time (RFC 9562).
export const VideoId = t.brand(t.string, (s): s is t.Branded<string, VideoIdBrand> => isUuid(s), 'VideoId');
export type VideoId = t.TypeOf<typeof VideoId>;

export const RenderId = t.brand(
  t.string,
  (s): s is t.Branded<string, RenderIdBrand> => isUuid(s),
  'RenderId',
);
export type RenderId = t.TypeOf<typeof RenderId>;

/** Many renders of one template, requested together. */
export const RenderBatchId = t.brand(
  t.string,
  (s): s is t.Branded<string, RenderBatchIdBrand> => isUuid(s),
  'RenderBatchId',
);
export type RenderBatchId = t.TypeOf<typeof RenderBatchId>;

export const WebhookEndpointId = t.brand(
  t.string,
  (s): s is t.Branded<string, WebhookEndpointIdBrand> => isUuid(s),
  'WebhookEndpointId',
);
export type WebhookEndpointId = t.TypeOf<typeof WebhookEndpointId>;

export const ApiKeyId = t.brand(
  t.string,
  (s): s is t.Branded<string, ApiKeyIdBrand> => isUuid(s),
  'ApiKeyId',
);
export type ApiKeyId = t.TypeOf<typeof ApiKeyId>;

/** The owner of videos, renders and webhooks: 1 to 100 letters, digits and `._@-`. */
export const OwnerId = t.brand(
  t.string,
  (s): s is t.Branded<string, OwnerIdBrand> => /^[\w.@-]{1,100}$/.test(s),
  'OwnerId',
);
export type OwnerId = t.TypeOf<typeof OwnerId>;

interface DeliveryIdBrand {
  readonly DeliveryId: unique symbol;
}

/** A message on its way to one webhook endpoint. */
export const DeliveryId = t.brand(
  t.string,
  (s): s is t.Branded<string, DeliveryIdBrand> => isUuid(s),
  'DeliveryId',
);
export type DeliveryId = t.TypeOf<typeof DeliveryId>;
