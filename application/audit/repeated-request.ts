import type { HashedEvent } from '../../domain/hashed-event.js';
import { hashOf } from '../commands/hash-chain.js';
import type { StoredEvent } from '../ports/event-archive.js';

// Earlier releases gave a request that was repeated with its Idempotency-Key a new request id each time. The event
// store treated the repetition as done, because the event had the same id. But the process remembered the event of the
// repetition, and chained the next event to a hash that was never stored. The facts are intact; only the link is
// broken.

/** A repetition of a request, identified by the hash that its event would have had. */
export interface RepeatedRequest {
  readonly requestId: string;
  readonly actor: unknown;
}

/** What the hash of a stored event covers. */
export const hashedPartsOf = ({ id, stream, revision, type, data, metadata }: StoredEvent): HashedEvent => {
  const { hash: _, ...hashed } = metadata;
  return { id, stream, revision: BigInt(revision), event: { type, data }, metadata: hashed };
};

/** The SHA-256 that an unmodified event must have. */
export const hashOfStored = (event: StoredEvent): string => hashOf(hashedPartsOf(event));

/** The event as the repetition of its request created it. */
const asRepeated = (event: StoredEvent, { requestId, actor }: RepeatedRequest): StoredEvent => {
  // The first event of a stream starts its correlation.
  const $correlationId = event.revision === 0 ? requestId : event.metadata.$correlationId;
  return {
    ...event,
    metadata: { ...event.metadata, actor, requestId, $causationId: requestId, $correlationId },
  };
};

/**
 * The repetition of the request of `before` that `after` was chained to, if that is what broke the link between them.
 * It is identified by its hash, so everything that it shares with the stored event is proven.
 * @param actors who may have sent the repetition
 * @param requestIds ids to try besides the one named by `after`. If `before` is the first event of its stream, `after`
 * names the id; otherwise only the service's log does
 */
export const repeatBetween = (
  before: StoredEvent,
  after: StoredEvent,
  actors: ReadonlyArray<unknown>,
  requestIds: ReadonlyArray<string>,
): RepeatedRequest | undefined =>
  [after.metadata.$correlationId, ...requestIds]
    .filter((requestId) => typeof requestId === 'string')
    .flatMap((requestId) => actors.map((actor) => ({ requestId, actor })))
    .find((repeat) => hashOfStored(asRepeated(before, repeat)) === after.metadata.previousHash);
