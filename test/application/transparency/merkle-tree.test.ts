import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  consistencyProof,
  EMPTY_ROOT,
  grow,
  inclusionProof,
  leafHash,
  nodeHash,
  rootOf,
  type TreeHash,
  type TreeReading,
} from '../../../application/transparency/merkle-tree.js';
import { isConsistent, isIncluded } from '../../../application/transparency/verify-proofs.js';

const hex = (hash: TreeHash): string => Buffer.from(hash).toString('hex');
const keyOf = ({ level, index }: { readonly level: number; readonly index: number }): string =>
  `${level}/${index}`;

/** A tree to which leaves are added `step` at a time, and its stored subtrees. */
const treeOf = (leaves: ReadonlyArray<TreeHash>, step = leaves.length || 1) => {
  const stored = new Map<string, TreeHash>();
  let [size, edge] = [0, [] as ReadonlyArray<TreeHash>];
  while (size < leaves.length) {
    const growth = grow(size, edge, leaves.slice(size, size + step));
    for (const subtree of growth.completed) stored.set(keyOf(subtree), subtree.hash);
    ({ size, edge } = growth);
  }
  const read = <A>({ subtrees, from }: TreeReading<A>): A =>
    from(
      subtrees.map((subtree) => {
        const hash = stored.get(keyOf(subtree));
        if (!hash) throw new Error(`subtree ${keyOf(subtree)} was never stored`);
        return hash;
      }),
    );
  return { read, edge, stored };
};

/** MTH as defined in RFC 9162, section 2.1.1. */
const rootByDefinition = (leaves: ReadonlyArray<TreeHash>): TreeHash => {
  const [only] = leaves;
  if (only === undefined) return EMPTY_ROOT;
  if (leaves.length === 1) return only;
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  return nodeHash(rootByDefinition(leaves.slice(0, half)), rootByDefinition(leaves.slice(half)));
};

const leavesOf = (count: number): ReadonlyArray<TreeHash> =>
  Array.from({ length: count }, (_, index) => leafHash(Buffer.from(`leaf ${index}`)));

const sizes = fc.integer({ min: 0, max: 70 });

describe('the Merkle tree of RFC 9162', () => {
  // Test vectors of the Certificate Transparency project.
  const entries = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ];
  const roots = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];

  it('has the roots of the Certificate Transparency project', () => {
    const { read } = treeOf(entries.map((entry) => leafHash(Buffer.from(entry, 'hex'))));
    expect(hex(EMPTY_ROOT)).to.equal('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(roots.map((_, index) => hex(read(rootOf(index + 1))))).to.deep.equal(roots);
  });

  it('has the root of the definition for every size, however many leaves are added at a time', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 9 }), (size, step) => {
        const leaves = leavesOf(size);
        const { read, edge } = treeOf(leaves, step);
        expect(hex(read(rootOf(size)))).to.equal(hex(rootByDefinition(leaves)));
        expect(edge).to.have.length(rootOf(size).subtrees.length);
      }),
    );
  });

  it('stores fewer than two hashes for each leaf', () => {
    expect(treeOf(leavesOf(1000)).stored.size).to.be.below(2000);
  });

  it('proves that each leaf is in each tree, and refuses any other leaf, index, size or root', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (count, nth, flaw) => {
        const size = count + 1;
        const index = nth % size;
        const leaves = leavesOf(size);
        const { read } = treeOf(leaves);
        const proof = read(inclusionProof(index, size));
        const claim = { leaf: leaves[index] as TreeHash, index, size, root: read(rootOf(size)), proof };
        expect(isIncluded(claim)).to.equal(true);
        const other = leafHash(Buffer.from('another'));
        expect(isIncluded({ ...claim, leaf: other })).to.equal(false);
        expect(isIncluded({ ...claim, root: other })).to.equal(false);
        expect(isIncluded({ ...claim, index: (index + 1) % size }) && size > 1).to.equal(false);
        expect(isIncluded({ ...claim, index: size })).to.equal(false);
        expect(isIncluded({ ...claim, proof: [...proof, other] })).to.equal(false);
        if (proof.length === 0) return;
        expect(isIncluded({ ...claim, proof: proof.slice(1) })).to.equal(false);
        const spoiled = proof.with(flaw % proof.length, other);
        expect(isIncluded({ ...claim, proof: spoiled })).to.equal(false);
      }),
    );
  });

  it('proves that a tree continues an earlier one, and detects every rewrite', () => {
    fc.assert(
      fc.property(sizes, sizes, fc.nat(), (a, b, rewritten) => {
        const [first, second] = [Math.min(a, b), Math.max(a, b)];
        const leaves = leavesOf(second);
        const { read } = treeOf(leaves);
        const proof = read(consistencyProof(first, second));
        const claim = {
          first: { size: first, root: read(rootOf(first)) },
          second: { size: second, root: read(rootOf(second)) },
          proof,
        };
        expect(isConsistent(claim)).to.equal(true);
        if (first === 0) return;
        expect(isConsistent({ ...claim, proof: [...proof, EMPTY_ROOT] })).to.equal(false);
        const forged = treeOf(leaves.with(rewritten % first, leafHash(Buffer.from('rewritten'))));
        expect(
          isConsistent({
            first: claim.first,
            second: { size: second, root: forged.read(rootOf(second)) },
            proof: forged.read(consistencyProof(first, second)),
          }),
        ).to.equal(false);
      }),
    );
  });

  it('reads few stored hashes for any proof in a tree of a million leaves', () => {
    expect(inclusionProof(123_456, 1_000_000).subtrees).to.have.length.below(40);
    expect(consistencyProof(123_456, 1_000_000).subtrees).to.have.length.below(60);
  });
});
