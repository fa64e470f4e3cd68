import * as t from 'io-ts';
import { API_KEY_EVENTS, type ApiKeyEvent } from './api-key/events.js';
import { ASSET_EVENTS, type AssetEvent } from './asset/events.js';
import { stored } from './codec/stored.js';
import { RENDER_BATCH_EVENTS, type RenderBatchEvent } from './render-batch/events.js';
import { RENDER_EVENTS, type RenderEvent } from './render/events.js';
import { REVIEW_EVENTS, type ReviewEvent } from './review/events.js';
import { STREAM_CATEGORIES, type StreamCategory } from './stream-names.js';
import { VIDEO_EVENTS, type VideoEvent } from './video/events.js';
import { WEBHOOK_ENDPOINT_EVENTS, type WebhookEndpointEvent } from './webhook-endpoint/events.js';

export type DomainEvent =
  VideoEvent | ReviewEvent | RenderEvent | RenderBatchEvent | WebhookEndpointEvent | ApiKeyEvent | AssetEvent;

export const EVENT_CODECS: Readonly<Record<DomainEvent['type'], t.Decoder<unknown, DomainEvent>>> = {
  ...VIDEO_EVENTS,
  ...REVIEW_EVENTS,
  ...RENDER_EVENTS,
  ...RENDER_BATCH_EVENTS,
  ...WEBHOOK_ENDPOINT_EVENTS,
  ...API_KEY_EVENTS,
  ...ASSET_EVENTS,
};

/** Whether this release knows events of this type. */
export const isEventType = (type: string): type is DomainEvent['type'] => Object.hasOwn(EVENT_CODECS, type);

const AGGREGATES: ReadonlyArray<{ readonly category: StreamCategory; readonly events: object }> = [
  { category: 'video', events: VIDEO_EVENTS },
  { category: 'review', events: REVIEW_EVENTS },
  { category: 'render', events: RENDER_EVENTS },
  { category: 'renderBatch', events: RENDER_BATCH_EVENTS },
  { category: 'webhookEndpoint', events: WEBHOOK_ENDPOINT_EVENTS },
  { category: 'apiKey', events: API_KEY_EVENTS },
  { category: 'asset', events: ASSET_EVENTS },
];

/** Whether a stream belongs to the aggregate that an event is about. */
export const isStreamOf = (stream: string, { type, data }: DomainEvent): boolean => {
  const ids: Readonly<Partial<Record<string, unknown>>> = { ...data };
  return AGGREGATES.some(
    ({ category, events }) =>
      Object.hasOwn(events, type) && stream === `${category}-${String(ids[STREAM_CATEGORIES[category]])}`,
  );
};

/** Who caused an event. */
export const Actor = t.union([
  stored({ type: t.literal('api-key'), keyId: t.string }),
  stored({ type: t.literal('editor-link') }),
  stored({ type: t.literal('worker'), workerId: t.string }),
  stored({ type: t.literal('admin') }),
]);
export type Actor = t.TypeOf<typeof Actor>;

/**
 * An event's metadata. `hash` is the SHA-256 of the event and of `previousHash`, the hash of the previous event in its
 * stream ('' for the first), so that a history can be verified later.
 */
export const EventMetadata = stored(
  {
    actor: Actor,
    /** The request that caused the event. */
    requestId: t.string,
    /** The request that started the stream. */
    $correlationId: t.string,
    /** The request or event that caused this event. */
    $causationId: t.string,
    previousHash: t.string,
    hash: t.string,
  },
  {
    /** The span that caused the event (W3C Trace Context); absent if it was not traced. */
    traceparent: t.string,
  },
);
export type EventMetadata = t.TypeOf<typeof EventMetadata>;

export interface LogPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

export interface Recorded<Event extends DomainEvent = DomainEvent> {
  readonly event: Event;
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: LogPosition;
  readonly metadata: EventMetadata;
}
