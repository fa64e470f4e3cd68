import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { type HashedEvent, hashedForm } from '../../domain/hashed-event.js';
import { canonicalizeInPieces } from './large-events.js';
import type { StoredEvent } from '../ports/event-archive.js';

/** SHA-256 (hex) of bytes, or of text as UTF-8. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data);

/** SHA-256 of a JSON value, independent of the order of its fields (RFC 8785). */
export const digestOf = (json: unknown): string => sha256(canonicalize(json) ?? '');

/**
 * The hash of an event and, through `previousHash`, of all events before it: SHA-256 of its canonical JSON (RFC 8785).
 */
export const hashOf = (event: HashedEvent): string => digestOf(hashedForm(event));

/** The same hash of a large event, computed in pieces: the process does other work in between. */
export const hashInPieces = async (event: HashedEvent): Promise<string> =>
  sha256(await canonicalizeInPieces(hashedForm(event)));

/** The parts of a stored event that its hash covers. */
export const hashedPartsOf = ({ id, stream, revision, type, data, metadata }: StoredEvent): HashedEvent => {
  const { hash: _, ...hashed } = metadata;
  return { id, stream, revision: BigInt(revision), event: { type, data }, metadata: hashed };
};

/** The SHA-256 that an unmodified event must have. */
export const hashOfStored = (event: StoredEvent): string => hashOf(hashedPartsOf(event));
