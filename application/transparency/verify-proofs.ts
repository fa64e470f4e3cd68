import { EMPTY_ROOT, nodeHash, type TreeHash } from './merkle-tree.js';

const same = (a: TreeHash, b: TreeHash): boolean => Buffer.compare(a, b) === 0;

const isOdd = (n: number): boolean => n % 2 === 1;
const halved = (n: number): number => Math.floor(n / 2);

export interface InclusionClaim {
  /** The hash of the leaf, see `leafHash`. */
  readonly leaf: TreeHash;
  /** Counts from 0. */
  readonly index: number;
  readonly size: number;
  readonly root: TreeHash;
  readonly proof: ReadonlyArray<TreeHash>;
}

/** Whether the leaf is in the tree with this root (RFC 9162, section 2.1.3.2). */
export const isIncluded = ({ leaf, index, size, root, proof }: InclusionClaim): boolean => {
  if (index >= size) return false;
  let [position, last, computed] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(position) || position === last) {
      computed = nodeHash(sibling, computed);
      while (!isOdd(position) && position !== 0) [position, last] = [halved(position), halved(last)];
    } else computed = nodeHash(computed, sibling);
    [position, last] = [halved(position), halved(last)];
  }
  return last === 0 && same(computed, root);
};

export interface ConsistencyClaim {
  readonly first: { readonly size: number; readonly root: TreeHash };
  readonly second: { readonly size: number; readonly root: TreeHash };
  readonly proof: ReadonlyArray<TreeHash>;
}

/** Whether the second tree starts with the leaves of the first, unchanged and in order (RFC 9162, section 2.1.4.2). */
export const isConsistent = ({ first, second, proof }: ConsistencyClaim): boolean => {
  if (first.size > second.size) return false;
  if (first.size === second.size) return proof.length === 0 && same(first.root, second.root);
  if (first.size === 0) return proof.length === 0 && same(first.root, EMPTY_ROOT);
  const isPowerOfTwo = Number.isInteger(Math.log2(first.size));
  const [start, ...rest] = isPowerOfTwo ? [first.root, ...proof] : proof;
  if (start === undefined) return false;
  let [position, last] = [first.size - 1, second.size - 1];
  while (isOdd(position)) [position, last] = [halved(position), halved(last)];
  let [old, grown] = [start, start];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (isOdd(position) || position === last) {
      [old, grown] = [nodeHash(sibling, old), nodeHash(sibling, grown)];
      while (!isOdd(position) && position !== 0) [position, last] = [halved(position), halved(last)];
    } else grown = nodeHash(grown, sibling);
    [position, last] = [halved(position), halved(last)];
  }
  return last === 0 && same(old, first.root) && same(grown, second.root);
};
