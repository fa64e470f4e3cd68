import { hashedPartsOf, hashInPieces, hashOfStored } from '../audit/hash-chain.js';
import type { StoredEvent } from '../ports/event-archive.js';
import { leafHash, type TreeHash } from './merkle-tree.js';

const leafOfHash = (hash: string): TreeHash => leafHash(Buffer.from(hash, 'hex'));

/**
 * The leaf of an event: its hash, recomputed from the stored event. It covers id, stream, revision, type, data and
 * metadata. docs/verify/leaf.md specifies it byte for byte.
 */
export const leafOf = (event: StoredEvent): TreeHash => leafOfHash(hashOfStored(event));

/** The same leaf, computed in pieces: the process does other work in between if the event is large. */
export const leafInPieces = async (event: StoredEvent): Promise<TreeHash> =>
  leafOfHash(await hashInPieces(hashedPartsOf(event)));

const SHA256 = /^[0-9a-f]{64}$/;

/**
 * The leaf of a new event, from the hash with which it was stored: hashing a large event again would cost more than storing
 * it. A wrong hash results in a leaf that no comparison accepts.
 */
export const newLeafOf = (event: StoredEvent): TreeHash => {
  const { hash } = event.metadata;
  return typeof hash === 'string' && SHA256.test(hash) ? leafOfHash(hash) : leafOf(event);
};
