import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { StoredMetadata } from '../ports/event-archive.js';
import { canonicalizeInPieces } from './large-events.js';

/** The parts of an event that its hash covers. */
export interface HashedEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly event: { readonly type: string; readonly data: unknown };
  readonly metadata: Omit<StoredMetadata, 'hash'>;
}

/** SHA-256 (hex) of bytes, or of text as UTF-8. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data);

/** SHA-256 of a JSON value, independent of the order of its fields (RFC 8785). */
export const digestOf = (json: unknown): string => sha256(canonicalize(json) ?? '');

const hashed = ({ revision, event, ...rest }: HashedEvent): object => ({
  ...rest,
  ...event,
  revision: revision.toString(),
});

/**
 * The hash of an event and, through `previousHash`, of all events before it: SHA-256 of its canonical JSON (RFC 8785).
 */
export const hashOf = (event: HashedEvent): string => digestOf(hashed(event));

/** The same hash of a large event, computed in pieces: the process does other work in between. */
export const hashInPieces = async (event: HashedEvent): Promise<string> =>
  sha256(await canonicalizeInPieces(hashed(event)));
