import * as t from 'io-ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Whether this is a UUID in lower case, the form of all ids of the service. */
export const isUuid = (s: string): boolean => UUID.test(s);

/** A string with a type of its own, so that no id is used as an id of another kind. */
type Named<N extends string> = t.Branded<string, Readonly<Record<N, symbol>>>;

/** The service generates UUIDs of version 7, which sort by time (RFC 9562). */
const uuid = <N extends string>(name: N) => t.brand(t.string, (s): s is Named<N> => isUuid(s), name);

export const VideoId = uuid('VideoId');
export type VideoId = t.TypeOf<typeof VideoId>;

export const RenderId = uuid('RenderId');
export type RenderId = t.TypeOf<typeof RenderId>;

/** Many renders of one template, requested together. */
export const RenderBatchId = uuid('RenderBatchId');
export type RenderBatchId = t.TypeOf<typeof RenderBatchId>;

export const WebhookEndpointId = uuid('WebhookEndpointId');
export type WebhookEndpointId = t.TypeOf<typeof WebhookEndpointId>;

/** A file of an owner, which compositions name as `asset:<id>`. */
export const AssetId = uuid('AssetId');
export type AssetId = t.TypeOf<typeof AssetId>;

export const ApiKeyId = uuid('ApiKeyId');
export type ApiKeyId = t.TypeOf<typeof ApiKeyId>;

/** A comment on a video, or a reply to one. */
export const CommentId = uuid('CommentId');
export type CommentId = t.TypeOf<typeof CommentId>;

/** A message on its way to one webhook endpoint. */
export const DeliveryId = uuid('DeliveryId');
export type DeliveryId = t.TypeOf<typeof DeliveryId>;

/** The owner of videos, renders and webhooks: 1 to 100 letters, digits and `._@-`. */
export const OwnerId = t.brand(t.string, (s): s is Named<'OwnerId'> => /^[\w.@-]{1,100}$/.test(s), 'OwnerId');
export type OwnerId = t.TypeOf<typeof OwnerId>;
