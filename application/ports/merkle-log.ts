import type { LogPosition } from '../../domain/events.js';
import type { Subtree, TreeHash } from '../transparency/merkle-tree.js';
import type { Checkpoint } from '../transparency/checkpoint.js';

export interface LeafEvent {
  readonly stream: string;
  readonly revision: number;
}

/** The current end of the tree. */
export interface LogHead {
  /** The number of leaves. */
  readonly size: number;
  /** The position of the last leaf's event in the event store; undefined if it is unknown and must be found again. */
  readonly position: LogPosition | undefined;
}

/** The leaf of an event. */
export interface FoundLeaf {
  readonly index: number;
  readonly hash: TreeHash;
}

/** The leaves of some events, all as of the same moment. */
export interface FoundLeaves {
  /** The leaf of each event, in the given order; undefined for an event that is not in the tree (yet). */
  readonly leaves: ReadonlyArray<FoundLeaf | undefined>;
  /** All events of the event store before this commit position are in the tree; undefined if unknown. */
  readonly upTo: bigint | undefined;
}

/**
 * How the event store differs from the log. `changed`: the event is not the one of its leaf. `missing`: the store does
 * not have the event of a leaf. `unlogged`: the log has no leaf for an event, although it has the events after it. `moved`:
 * the event is at another position in the order of events.
 */
export interface LogDifference extends LeafEvent {
  readonly problem: 'changed' | 'missing' | 'unlogged' | 'moved';
}

/** The differences that were found and not resolved since then. */
export interface KnownDifferences {
  readonly count: number;
  /** One of them. */
  readonly example: LogDifference | undefined;
  /** When the whole history was last compared, ISO 8601; undefined if it never was. */
  readonly comparedAt: string | undefined;
}

/** The leaves and subtrees that a step adds to the tree. */
export interface LogGrowth {
  readonly from: number;
  readonly to: number;
  readonly position: LogPosition;
  readonly leaves: ReadonlyArray<LeafEvent>;
  readonly subtrees: ReadonlyArray<Subtree & { readonly hash: TreeHash }>;
}

/** A checkpoint with its signed note, which anyone can verify. */
export interface SignedCheckpoint extends Checkpoint {
  readonly note: string;
  /** ISO 8601 */
  readonly signedAt: string;
}

/** The storage of the Merkle tree over all events. Its content never changes. */
export interface MerkleLog {
  /** The name of the log in its checkpoints. */
  readonly origin: () => Promise<string>;
  readonly head: () => Promise<LogHead>;
  /** The hashes of stored subtrees, in the requested order. Rejects if one is not stored. */
  readonly hashes: (subtrees: ReadonlyArray<Subtree>) => Promise<ReadonlyArray<TreeHash>>;
  /** Stores the growth if the tree still has `from` leaves; otherwise stores nothing and returns `false`. */
  readonly extend: (growth: LogGrowth) => Promise<boolean>;
  /** The index of the leaf of an event; undefined if it is not in the tree (yet). */
  readonly indexOf: (stream: string, revision: number) => Promise<number | undefined>;
  readonly leavesOf: (events: ReadonlyArray<LeafEvent>) => Promise<FoundLeaves>;
  /** The event of a leaf; undefined if there is no such leaf. */
  readonly eventAt: (index: number) => Promise<LeafEvent | undefined>;
  readonly saveCheckpoint: (checkpoint: SignedCheckpoint) => Promise<void>;
  /** The sizes of up to `count` checkpoints, newest first. */
  readonly checkpointSizes: (count: number) => Promise<ReadonlyArray<number>>;
  /** The newest checkpoint; undefined before the first. */
  readonly latestCheckpoint: () => Promise<SignedCheckpoint | undefined>;
  /** Records differences, at most a thousand in all. */
  readonly reportDifferences: (found: ReadonlyArray<LogDifference>) => Promise<void>;
  readonly differences: () => Promise<KnownDifferences>;
  /** Begins a comparison of the whole history. Call the result at its end: it forgets differences that were not found again. */
  readonly beginComparison: () => Promise<() => Promise<void>>;
}
