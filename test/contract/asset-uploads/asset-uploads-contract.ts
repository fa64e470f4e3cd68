import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { contentKey } from '../../../application/assets/asset-content.js';
import type { AssetUploads, UnfinishedUploads } from '../../../application/ports/asset-uploads.js';
import type { AssetId, OwnerId } from '../../../domain/ids.js';
import { eventually } from '../../support/eventually.js';
import { rightOf } from '../../support/right-of.js';
import { forSuite } from '../../support/for-suite.js';

export interface AssetUploadsUnderTest {
  readonly uploads: AssetUploads;
  /** Makes an upload look as if nobody had touched it, or taken it, for so long. */
  readonly age: (id: AssetId, ms: number) => Promise<void>;
  /** Whether one call waits for another to end. */
  readonly isWaiting: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** What the service expects of the unfinished uploads. */
export const assetUploadsContract = (name: string, open: () => Promise<AssetUploadsUnderTest>): void => {
  describe(`unfinished uploads: ${name}`, () => {
    const tested = forSuite(open, (opened) => opened.close());

    const upload = (ownerId: string = randomUUID(), bytes = 10) => ({
      assetId: randomUUID() as AssetId,
      ownerId: ownerId as OwnerId,
      bytes,
    });
    const atMost =
      (limit: number) =>
      ({ uploads }: UnfinishedUploads): TE.TaskEither<'too many', void> =>
        uploads < limit ? TE.right(undefined) : TE.left('too many');
    const taken = async (ms: number, receivedMs = ms) =>
      rightOf(await tested.uploads.takeIdle(ms, receivedMs, 100)());

    it('begin one after the other for each owner, with what is under way', async () => {
      const begun = await Promise.all(
        Array.from({ length: 12 }, () => tested.uploads.begin(upload('same'), atMost(5))()),
      );
      expect(begun.filter(E.isRight)).to.have.length(5);
      let others: UnfinishedUploads | undefined;
      const see = (seen: UnfinishedUploads) => TE.right<never, void>(void (others = seen));
      rightOf(await tested.uploads.begin(upload('same'), see)());
      expect(others).to.deep.equal({ uploads: 5, bytes: 50 });
      rightOf(await tested.uploads.begin(upload('other'), atMost(1))());
    });

    it('may begin again, and do not count themselves', async () => {
      const one = upload();
      rightOf(await tested.uploads.begin(one, atMost(1))());
      rightOf(await tested.uploads.begin(one, atMost(1))());
      rightOf(await tested.uploads.end(one.assetId)());
      rightOf(await tested.uploads.begin(upload(one.ownerId), atMost(1))());
    });

    it('are taken when nobody has looked for a while, by one process, with what is known of them', async () => {
      const [fresh, old] = [upload(), upload()];
      for (const one of [fresh, old]) rightOf(await tested.uploads.begin(one, atMost(1))());
      const received = { ...old, sha256: 'a'.repeat(64), bytes: 7 };
      rightOf(await tested.uploads.received(received)());
      await tested.age(old.assetId, 60_000);
      const both = (await Promise.all([taken(50_000), taken(50_000)])).flat();
      expect(both.filter(({ assetId }) => assetId === fresh.assetId)).to.deep.equal([]);
      const [found, ...more] = both.filter(({ assetId }) => assetId === old.assetId);
      expect(more).to.deep.equal([]);
      expect(found).to.include(received);
      expect(found?.idleMs).to.be.within(60_000, 90_000);
      rightOf(await tested.uploads.touch(old.assetId)());
      await tested.age(fresh.assetId, 0);
      expect((await taken(50_000)).filter(({ assetId }) => assetId === old.assetId)).to.deep.equal([]);
    });

    it('are not taken while somebody continues them', async () => {
      const [left, continued] = [upload(), upload()];
      for (const one of [left, continued]) {
        rightOf(await tested.uploads.begin(one, atMost(1))());
        await tested.age(one.assetId, 60_000);
      }
      rightOf(await tested.uploads.touch(continued.assetId)());
      const ids = (await taken(50_000)).map(({ assetId }) => assetId);
      expect(ids).to.include(left.assetId).and.not.to.include(continued.assetId);
    });

    it('have their content removed only if no other has the same, and nobody receives it meanwhile', async () => {
      const [one, other, later] = [upload('removing'), upload('removing'), upload('removing')];
      const sha256 = 'c'.repeat(64);
      for (const upload of [one, other]) rightOf(await tested.uploads.received({ ...upload, sha256 })());
      const done: string[] = [];
      const discard = (id: AssetId, meanwhile: () => Promise<unknown> = () => Promise.resolve()) =>
        tested.uploads.discard(id, (key) => async () => {
          await meanwhile();
          done.push(key);
          return E.right(undefined);
        })();
      rightOf(await discard(one.assetId));
      expect(done).to.deep.equal([]);
      let receiving: Promise<unknown> = Promise.resolve();
      const receive = async (): Promise<void> => {
        receiving = tested.uploads
          .received({ ...later, sha256 })()
          .then(() => done.push('received'));
        await eventually(async () => expect(await tested.isWaiting()).to.equal(true));
      };
      rightOf(await discard(other.assetId, receive));
      await receiving;
      rightOf(await discard(later.assetId));
      const key = contentKey('removing', sha256);
      expect(done).to.deep.equal([key, 'received', key]);
    });

    it('are taken sooner if they only have to be read', async () => {
      const [begun, received] = [upload(), upload()];
      for (const one of [begun, received]) rightOf(await tested.uploads.begin(one, atMost(1))());
      rightOf(await tested.uploads.received({ ...received, sha256: 'a'.repeat(64) })());
      for (const one of [begun, received]) await tested.age(one.assetId, 20_000);
      const ids = (await taken(50_000, 10_000)).map(({ assetId }) => assetId);
      expect(ids).to.include(received.assetId).and.not.to.include(begun.assetId);
    });
  });
};
