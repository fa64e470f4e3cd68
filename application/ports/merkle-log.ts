import type { LogPosition } from '../../domain/events.js';
import type { Subtree, TreeHash } from '../transparency/merkle-tree.js';
import type { Checkpoint } from '../transparency/checkpoint.js';

/** Which event a leaf stands for. */
export interface LeafEvent {
  readonly stream: string;
  readonly revision: number;
}

/** How far the tree has grown. */
export interface LogHead {
  /** The number of leaves. */
  readonly size: number;
  /** Where the last of them stands in the event store; undefined if that must be found again. */
  readonly position: LogPosition | undefined;
}

/** What a step adds to the tree. */
export interface LogGrowth {
  readonly from: number;
  readonly to: number;
  readonly position: LogPosition;
  readonly leaves: ReadonlyArray<LeafEvent>;
  readonly subtrees: ReadonlyArray<Subtree & { readonly hash: TreeHash }>;
}

/** A checkpoint as it was signed: a signed note that anybody can check. */
export interface SignedCheckpoint extends Checkpoint {
  readonly note: string;
  /** ISO 8601 */
  readonly signedAt: string;
}

/** Where the Merkle tree over all events is kept. What is in it never changes. */
export interface MerkleLog {
  /** The name of the log in its checkpoints. */
  readonly origin: () => Promise<string>;
  readonly head: () => Promise<LogHead>;
  /** The hashes of stored subtrees, in the order asked for. Rejects if one is not stored. */
  readonly hashes: (subtrees: ReadonlyArray<Subtree>) => Promise<ReadonlyArray<TreeHash>>;
  /** Stores the growth if the tree still has `from` leaves; otherwise nothing, and answers `false`. */
  readonly extend: (growth: LogGrowth) => Promise<boolean>;
  /** The index of the leaf of an event; undefined if it is not in the tree (yet). */
  readonly indexOf: (stream: string, revision: number) => Promise<number | undefined>;
  /** The event that a leaf stands for; undefined if there is no such leaf. */
  readonly eventAt: (index: number) => Promise<LeafEvent | undefined>;
  readonly saveCheckpoint: (checkpoint: SignedCheckpoint) => Promise<void>;
  /** The sizes of up to `count` checkpoints, the newest first. */
  readonly checkpointSizes: (count: number) => Promise<ReadonlyArray<number>>;
  /** The newest checkpoint; undefined before the first. */
  readonly latestCheckpoint: () => Promise<SignedCheckpoint | undefined>;
}
