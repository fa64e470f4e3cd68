import { hash } from 'node:crypto';

// The Merkle tree of RFC 9162, section 2.1 (the same as in RFC 6962). Only complete subtrees are stored: 2^level leaves
// each, never changed once written. Every root and every proof of any size is composed of at most a few dozen of them.

/** SHA-256 of a subtree or leaf, 32 bytes. */
export type TreeHash = Uint8Array;

/** A complete subtree with the 2^`level` leaves from `index` × 2^`level`. */
export interface Subtree {
  readonly level: number;
  readonly index: number;
}

/** The leaves from `start` to before `end`. */
interface Leaves {
  readonly start: number;
  readonly end: number;
}

const sha256 = (...parts: ReadonlyArray<Uint8Array>): TreeHash =>
  hash('sha256', Buffer.concat(parts), 'buffer');

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The root of a tree without leaves. */
export const EMPTY_ROOT: TreeHash = sha256();

export const leafHash = (data: Uint8Array): TreeHash => sha256(LEAF, data);

/** The hash of a subtree, from the hashes of its halves. */
export const nodeHash = (left: TreeHash, right: TreeHash): TreeHash => sha256(NODE, left, right);

/** The largest power of two that is smaller than a number above 1. */
const splitOf = (leaves: number): number => 2 ** Math.ceil(Math.log2(leaves) - 1);

/** The complete subtrees of a range, from left to right, largest first. */
const subtreesOf = ({ start, end }: Leaves): ReadonlyArray<Subtree> => {
  const subtrees: Subtree[] = [];
  for (let at = start; at < end;) {
    const level = Math.floor(Math.log2(end - at));
    subtrees.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return subtrees;
};

/** PATH of RFC 9162, section 2.1.3.1: the ranges adjacent to the path from a leaf to the root. */
const rangesNextTo = (leaf: number, { start, end }: Leaves): ReadonlyArray<Leaves> => {
  if (end - start <= 1) return [];
  const middle = start + splitOf(end - start);
  return leaf < middle
    ? [...rangesNextTo(leaf, { start, end: middle }), { start: middle, end }]
    : [...rangesNextTo(leaf, { start: middle, end }), { start, end: middle }];
};

/** SUBPROOF of RFC 9162, section 2.1.4.1: the ranges that prove that a tree starts with the first `size` leaves. */
const rangesBetween = (size: number, { start, end }: Leaves, isWholeTree: boolean): ReadonlyArray<Leaves> => {
  if (size === end - start) return isWholeTree ? [] : [{ start, end }];
  const half = splitOf(end - start);
  const middle = start + half;
  return size <= half
    ? [...rangesBetween(size, { start, end: middle }, isWholeTree), { start: middle, end }]
    : [...rangesBetween(size - half, { start: middle, end }, false), { start, end: middle }];
};

/** A computation on stored subtrees: which ones are needed, and the result from their hashes. */
export interface TreeReading<A> {
  readonly subtrees: ReadonlyArray<Subtree>;
  readonly from: (hashes: ReadonlyArray<TreeHash>) => A;
}

const rangeHash = (hashes: ReadonlyArray<TreeHash>): TreeHash =>
  hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right));

const readRanges = (ranges: ReadonlyArray<Leaves>): TreeReading<ReadonlyArray<TreeHash>> => {
  const parts = ranges.map(subtreesOf);
  return {
    subtrees: parts.flat(),
    from: (hashes) => {
      let next = 0;
      return parts.map(({ length }) => rangeHash(hashes.slice(next, (next += length))));
    },
  };
};

/** The root of the tree of the first `size` leaves. */
export const rootOf = (size: number): TreeReading<TreeHash> => ({
  subtrees: subtreesOf({ start: 0, end: size }),
  from: rangeHash,
});

/** The proof that a leaf is in the tree of the first `size` leaves; `leaf` counts from 0 and is below `size`. */
export const inclusionProof = (leaf: number, size: number): TreeReading<ReadonlyArray<TreeHash>> =>
  readRanges(rangesNextTo(leaf, { start: 0, end: size }));

/** The proof that the tree of `second` leaves starts with the tree of `first`; 0 ≤ `first` ≤ `second`. */
export const consistencyProof = (first: number, second: number): TreeReading<ReadonlyArray<TreeHash>> =>
  readRanges(first === 0 ? [] : rangesBetween(first, { start: 0, end: second }, true));

/** The subtrees that new leaves complete, including the leaves themselves. */
export interface TreeGrowth {
  readonly size: number;
  /** The hashes of the complete subtrees at the right edge, largest first, from which the next growth starts. */
  readonly edge: ReadonlyArray<TreeHash>;
  readonly completed: ReadonlyArray<Subtree & { readonly hash: TreeHash }>;
}

/**
 * Adds leaves to a tree.
 * @param edge the hashes of the subtrees that `rootOf(size)` names
 */
export const grow = (
  size: number,
  edge: ReadonlyArray<TreeHash>,
  leaves: ReadonlyArray<TreeHash>,
): TreeGrowth => {
  const stack = [...edge];
  const completed: Array<Subtree & { readonly hash: TreeHash }> = [];
  for (const [offset, leaf] of leaves.entries()) {
    let [level, index, subtree] = [0, size + offset, leaf];
    completed.push({ level, index, hash: subtree });
    while (index % 2 === 1) {
      subtree = nodeHash(stack.pop() as TreeHash, subtree);
      [level, index] = [level + 1, (index - 1) / 2];
      completed.push({ level, index, hash: subtree });
    }
    stack.push(subtree);
  }
  return { size: size + leaves.length, edge: stack, completed };
};
