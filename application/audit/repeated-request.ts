import type { Actor, DomainEvent } from '../../domain/events.js';
import { hashOf } from '../commands/hash-chain.js';
import type { StoredEvent } from '../ports/event-archive.js';

// Earlier releases gave a request that was repeated with its Idempotency-Key another request id each time. The event store
// took the repeat as done, since the event had the same id; but the process remembered the event as the repeat had made it,
// and chained the next event to a hash that was never stored. The facts are whole; only the link is not.

/** A repeat of a request, found by the hash that its event would have had. */
export interface RepeatedRequest {
  readonly requestId: string;
  readonly actor: Actor;
}

/** The SHA-256 that an event must have to be as it was recorded. */
export const hashOfStored = ({ id, stream, revision, type, data, metadata }: StoredEvent): string => {
  const { hash: _, ...hashed } = metadata;
  const event = { type, data } as unknown as DomainEvent;
  return hashOf({ id, stream, revision: BigInt(revision), event, metadata: hashed });
};

/** The event as a repeat of its request made it. */
const asRepeated = (event: StoredEvent, { requestId, actor }: RepeatedRequest): StoredEvent => {
  // The first event of a stream begins its correlation.
  const $correlationId = event.revision === 0 ? requestId : event.metadata.$correlationId;
  return {
    ...event,
    metadata: { ...event.metadata, actor, requestId, $causationId: requestId, $correlationId },
  };
};

/**
 * The repeat of the request behind `before` that `after` was chained to, if that is what broke the link between them. It is
 * recognised by its hash, so all that it shares with the stored event is proven.
 * @param actors who may have sent the repeat
 * @param requestIds ids to try besides the one that `after` names. Where `before` begins its stream, `after` names it;
 *   elsewhere only the service's log does
 */
export const repeatBetween = (
  before: StoredEvent,
  after: StoredEvent,
  actors: ReadonlyArray<Actor>,
  requestIds: ReadonlyArray<string>,
): RepeatedRequest | undefined =>
  [after.metadata.$correlationId, ...requestIds]
    .flatMap((requestId) => actors.map((actor) => ({ requestId, actor })))
    .find((repeat) => hashOfStored(asRepeated(before, repeat)) === after.metadata.previousHash);
