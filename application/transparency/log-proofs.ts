import type { MerkleLog } from '../ports/merkle-log.js';
import { consistencyProof, inclusionProof, rootOf, type TreeHash, type TreeReading } from './merkle-tree.js';

/** A proof against the root of a log with `size` leaves. */
export interface LogProof {
  readonly kind: 'inclusion' | 'consistency';
  readonly size: number;
  readonly root: TreeHash;
  readonly hashes: ReadonlyArray<TreeHash>;
  /** For inclusion: the index of the leaf. */
  readonly index?: number;
  /** For inclusion: the hash of the leaf. */
  readonly leaf?: TreeHash;
  /** For consistency: the size of the earlier log. */
  readonly from?: number;
}

const read = async <A>(log: MerkleLog, { subtrees, from }: TreeReading<A>): Promise<A> =>
  from(await log.hashes(subtrees));

/**
 * Proves that an event is among the first `size` events of the log; undefined if it is not.
 * @param size at most the number of leaves of the log
 */
export const proveInclusion = async (
  log: MerkleLog,
  { stream, revision }: { readonly stream: string; readonly revision: number },
  size: number,
): Promise<LogProof | undefined> => {
  const index = await log.indexOf(stream, revision);
  if (index === undefined || index >= size) return undefined;
  const [root, hashes, [leaf]] = await Promise.all([
    read(log, rootOf(size)),
    read(log, inclusionProof(index, size)),
    log.hashes([{ level: 0, index }]),
  ]);
  return { kind: 'inclusion', size, root, hashes, index, leaf: leaf as TreeHash };
};

/**
 * Proves that the log of `size` leaves starts with the log of `from` leaves; 0 ≤ `from` ≤ `size` ≤ number of leaves.
 */
export const proveConsistency = async (log: MerkleLog, from: number, size: number): Promise<LogProof> => {
  const [root, hashes] = await Promise.all([
    read(log, rootOf(size)),
    read(log, consistencyProof(from, size)),
  ]);
  return { kind: 'consistency', size, root, hashes, from };
};
