import type { ApiKeyEvent } from './api-key/events.js';
import type { RenderEvent } from './render/events.js';
import type { VideoEvent } from './video/events.js';
import type { WebhookEndpointEvent } from './webhook-endpoint/events.js';

/** Every event there is. */
export type DomainEvent = VideoEvent | RenderEvent | WebhookEndpointEvent | ApiKeyEvent;

/** Who caused an event. */
export type Actor =
  | { readonly type: 'api-key'; readonly keyId: string }
  | { readonly type: 'editor-link' }
  | { readonly type: 'worker'; readonly workerId: string }
  | { readonly type: 'admin' };

/**
 * What is known of an event beside its facts. `hash` is the SHA-256 of the event and of `previousHash`, the hash
 * of the event before it in its stream ('' on the first), so that a history can be checked later.
 */
export interface EventMetadata {
  readonly actor: Actor;
  /** The request that brought it about. */
  readonly requestId: string;
  /** The request that began the stream. */
  readonly $correlationId: string;
  /** The request or event that led to this event. */
  readonly $causationId: string;
  readonly previousHash: string;
  readonly hash: string;
}

/** A place in the log of all events. */
export interface LogPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** An event as the store keeps it. */
export interface Recorded<Event extends DomainEvent = DomainEvent> {
  readonly event: Event;
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: LogPosition;
  readonly metadata: EventMetadata;
}
