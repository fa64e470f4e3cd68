import { type HashedEvent, hashedForm } from '../../domain/hashed-event.js';
import { digestInPieces, digestOf } from '../digests.js';
import type { StoredEvent } from '../ports/event-archive.js';

/**
 * The hash of an event and, through `previousHash`, of all events before it: SHA-256 of its canonical JSON (RFC 8785).
 */
export const hashOf = (event: HashedEvent): string => digestOf(hashedForm(event));

/** The same hash of a large event, computed in pieces: the process does other work in between. */
export const hashInPieces = (event: HashedEvent): Promise<string> => digestInPieces(hashedForm(event));

export const hashedPartsOf = ({ id, stream, revision, type, data, metadata }: StoredEvent): HashedEvent => {
  const { hash: _, ...hashed } = metadata;
  return { id, stream, revision: BigInt(revision), event: { type, data }, metadata: hashed };
};

/** The SHA-256 that an unmodified event must have. */
export const hashOfStored = (event: StoredEvent): string => hashOf(hashedPartsOf(event));
