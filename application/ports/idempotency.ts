import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { stored } from '../../domain/codec/stored.js';
import type { Actor } from '../../domain/events.js';
import type { OwnerId } from '../../domain/ids.js';
import type { Fault } from './fault.js';

/** A request that may be repeated. The same owner and key with another hash is a different request. */
export interface RepeatableRequest {
  readonly ownerId: OwnerId;
  readonly key: string;
  /** SHA-256 (hex) of the whole request. */
  readonly requestHash: string;
}

/** The actor, the request id and the span of the first attempt of a request. */
export interface RequestOrigin {
  readonly actor: Actor;
  readonly requestId: string;
  /** W3C Trace Context; absent if it was not traced. */
  readonly traceparent?: string;
}

/** A response exactly as it was sent. It may contain secrets, so it is stored encrypted. */
export const StoredResponse = stored({
  status: t.number,
  json: t.string,
  headers: t.readonly(t.record(t.string, t.string)),
});
export type StoredResponse = t.TypeOf<typeof StoredResponse>;

/**
 * What to do with a request. `Begun`: run it. Ids and times derive from `seed` and `startedAt`, and the actor is taken from
 * `origin`, so that running it again after a crash creates the same events byte for byte. `InWork`: wait, because it is in
 * progress. `Answered`: repeat the stored response. `OtherRequest`: refuse it.
 */
export type Admission =
  | {
      readonly _tag: 'Begun';
      readonly seed: Uint8Array;
      readonly startedAt: Date;
      readonly origin: RequestOrigin;
    }
  | { readonly _tag: 'InWork' }
  | { readonly _tag: 'Answered'; readonly response: StoredResponse }
  | { readonly _tag: 'OtherRequest' };

/** Remembers requests and their responses for at least 48 hours, across all processes. */
export interface Idempotency {
  /** Begins a request. `origin` is only used if the request is new. */
  readonly begin: (request: RepeatableRequest, origin: RequestOrigin) => TaskEither<Fault, Admission>;
  /** Stores the response unless one is stored already; returns the stored one. */
  readonly finish: (
    request: RepeatableRequest,
    response: StoredResponse,
  ) => TaskEither<Fault, StoredResponse>;
  /** Removes a request that was refused and changed nothing. */
  readonly forget: (request: RepeatableRequest) => TaskEither<Fault, void>;
  /** Stops working on a request, so that the next process that begins it takes over. */
  readonly release: (request: RepeatableRequest) => TaskEither<Fault, void>;
}
