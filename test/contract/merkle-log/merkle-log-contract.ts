import { expect } from 'chai';
import type {
  LogDifference,
  LogGrowth,
  MerkleLog,
  SignedCheckpoint,
} from '../../../application/ports/merkle-log.js';
import { leafHash } from '../../../application/transparency/merkle-tree.js';
import { at } from '../../support/examples.js';

/** An empty log. */
export interface MerkleLogUnderTest {
  /** The log as another process sees it. */
  readonly openProcess: () => MerkleLog;
  readonly close: () => Promise<void>;
}

/** The contract of the storage of the Merkle tree. */
export const merkleLogContract = (name: string, open: () => Promise<MerkleLogUnderTest>): void => {
  describe(`Merkle log: ${name}`, () => {
    let tested: MerkleLogUnderTest;
    let log: MerkleLog;
    beforeEach(async () => {
      tested = await open();
      log = tested.openProcess();
    });
    afterEach(() => tested.close());

    const hashOf = (index: number) => leafHash(Buffer.from(`event ${index}`));
    /** The events `from` to before `to` of one stream, without larger subtrees. */
    const growth = (from: number, to: number, stream = 'video-1'): LogGrowth => {
      const indices = Array.from({ length: to - from }, (_, n) => from + n);
      return {
        from,
        to,
        position: { commit: BigInt(to), prepare: BigInt(to) },
        leaves: indices.map((revision) => ({ stream, revision })),
        subtrees: indices.map((index) => ({ level: 0, index, hash: hashOf(index) })),
      };
    };
    const checkpoint = (size: number, origin: string, note = `note of ${size}`): SignedCheckpoint => ({
      origin,
      size,
      root: hashOf(size),
      note,
      signedAt: at(size),
    });

    it('knows how the event store differs, until a whole comparison does not find it again', async () => {
      expect(await log.differences()).to.deep.equal({ count: 0, example: undefined, comparedAt: undefined });
      const found = (revision: number): LogDifference => ({
        stream: 'video-1',
        revision,
        problem: 'changed',
      });
      await log.reportDifferences([found(0), found(1)]);
      const complete = await log.beginComparison();
      await log.reportDifferences([{ ...found(1), problem: 'missing' }]);
      expect(await tested.openProcess().differences()).to.deep.include({ count: 2, example: found(0) });
      await complete();
      const { count, example, comparedAt } = await log.differences();
      expect({ count, example }).to.deep.equal({ count: 1, example: { ...found(1), problem: 'missing' } });
      expect(Date.parse(comparedAt ?? '')).to.be.greaterThan(0);
    });

    it('records a bounded number of differences', async () => {
      const many = Array.from({ length: 700 }, (_, revision): LogDifference => ({
        stream: 'video-1',
        revision,
        problem: 'missing',
      }));
      await log.reportDifferences(many);
      await log.reportDifferences(many.map((one) => ({ ...one, stream: 'video-2' })));
      await log.reportDifferences(many.map((one) => ({ ...one, stream: 'video-3' })));
      expect((await log.differences()).count).to.be.within(1000, 1400);
    });

    it('returns hashes in the requested order, and rejects if one is missing', async () => {
      await log.extend(growth(0, 4));
      const leaf = (index: number) => ({ level: 0, index });
      const hashes = await log.hashes([leaf(3), leaf(0), leaf(2)]);
      expect(hashes.map((hash) => Buffer.from(hash))).to.deep.equal([3, 0, 2].map(hashOf));
      expect(await log.hashes([])).to.deep.equal([]);
      const error: unknown = await log.hashes([leaf(0), leaf(4)]).catch((reason: unknown) => reason);
      expect(error).to.be.an.instanceOf(Error);
    });

    it('stores a growth once: the tree grows only from its current size', async () => {
      const processes = [log, tested.openProcess(), tested.openProcess()];
      const stored = await Promise.all(processes.map((log) => log.extend(growth(0, 2))));
      expect(stored.filter(Boolean)).to.deep.equal([true]);
      expect(await log.extend(growth(0, 5, 'another-history'))).to.equal(false);
      expect(await log.extend(growth(3, 5))).to.equal(false);
      expect((await log.head()).size).to.equal(2);
      expect(await log.eventAt(0)).to.deep.equal({ stream: 'video-1', revision: 0 });
    });

    it('keeps the first checkpoint of each size, and returns the newest', async () => {
      const origin = await log.origin();
      for (const size of [1, 5, 3]) await log.saveCheckpoint(checkpoint(size, origin));
      await tested.openProcess().saveCheckpoint(checkpoint(5, origin, 'another note'));
      expect(await log.checkpointSizes(2)).to.deep.equal([5, 3]);
      expect(await log.latestCheckpoint()).to.deep.equal(checkpoint(5, origin));
    });
  });
};
