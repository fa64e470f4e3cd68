import type { HashedEvent } from '../../domain/hashed-event.js';
import { hashOf } from '../commands/hash-chain.js';
import type { StoredEvent } from '../ports/event-archive.js';

/** What the hash of a stored event covers. */
export const hashedPartsOf = ({ id, stream, revision, type, data, metadata }: StoredEvent): HashedEvent => {
  const { hash: _, ...hashed } = metadata;
  return { id, stream, revision: BigInt(revision), event: { type, data }, metadata: hashed };
};

/** The SHA-256 that an unmodified event must have. */
export const hashOfStored = (event: StoredEvent): string => hashOf(hashedPartsOf(event));
