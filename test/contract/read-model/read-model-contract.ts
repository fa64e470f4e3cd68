import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { ProjectionStore } from '../../../application/ports/projection-store.js';
import type { ReadModel } from '../../../application/ports/read-model.js';
import { eventually } from '../../support/eventually.js';
import { emptyBatch, positionAt } from '../../support/event-store/log-batch.js';
import { forEachTest } from '../../support/for-suite.js';

/** A process that waits; `isClose`: whether it answers writes before they can be read. */
type FollowingProcess = ReadModel & { readonly isClose: () => boolean; readonly close: () => Promise<void> };

/** Read models that were empty, what shows them events, and processes that wait for them. */
export interface ReadModelUnderTest {
  readonly store: ProjectionStore;
  /** Another process; `timeoutMs` is how long it waits, `closeMs` how closely it has to be followed. */
  readonly follow: (timeoutMs?: number, closeMs?: number) => Promise<FollowingProcess>;
  /** What the event store contains, up to this commit position. */
  readonly storeUpTo: (commit: bigint) => void;
  /** Loses what was announced, as a crash of the server does. */
  readonly forgetAnnounced: () => Promise<void>;
  /** Cuts the connections of all processes that wait. */
  readonly disconnect: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What the service expects of waiting for read models. */
export const readModelContract = (name: string, open: () => Promise<ReadModelUnderTest>): void => {
  describe(`waiting for read models: ${name}`, () => {
    const tested = forEachTest(open, (opened) => opened.close());

    it('resolves once the write has been projected, in every process', async () => {
      const [one, two] = [await tested.follow(), await tested.follow()];
      const order: string[] = [];
      const waits = [one, two].map(async (readModel) => {
        expect(await readModel.reached(positionAt(5n))()).to.deep.equal(E.right(undefined));
        order.push('reached');
      });
      await tested.store.apply(emptyBatch(4n));
      order.push('applied 4');
      await tested.store.apply(emptyBatch(5n));
      await Promise.all(waits);
      expect(order[0]).to.equal('applied 4');
      expect(await one.reached(positionAt(3n))()).to.deep.equal(E.right(undefined));
      await Promise.all([one.close(), two.close()]);
    });

    it('includes events projected before it started to listen', async () => {
      await tested.store.apply(emptyBatch(7n));
      const readModel = await tested.follow();
      expect(await readModel.reached(positionAt(7n))()).to.deep.equal(E.right(undefined));
      await readModel.close();
    });

    it('times out: the write is stored, but cannot be read yet', async () => {
      const readModel = await tested.follow(50);
      expect(await readModel.reached(positionAt(9n))()).to.deep.equal(E.left({ _tag: 'NotYetReadable' }));
      await readModel.close();
    });

    it('catches up after its connection was lost', async () => {
      const readModel = await tested.follow();
      await tested.disconnect();
      await tested.store.apply(emptyBatch(11n));
      expect(await readModel.reached(positionAt(11n))()).to.deep.equal(E.right(undefined));
      await readModel.close();
    });

    /** A process that has seen the read models follow its writes, up to position 1. */
    const followClosely = async () => {
      const readModel = await tested.follow(10_000, 60_000);
      const announcing = readModel.announce(['other'], positionAt(1n))();
      await tested.store.apply(emptyBatch(1n));
      expect(await announcing).to.deep.equal(E.right(undefined));
      return readModel;
    };

    it('a read waits for what was announced under its key before, by any process, and for nothing else', async () => {
      const [writer, reader] = [await followClosely(), await tested.follow()];
      expect(await writer.announce(['a', 'b'], positionAt(6n))()).to.deep.equal(E.right(undefined));
      expect(await writer.announce(['c'], positionAt(9n))()).to.deep.equal(E.right(undefined));
      expect(await writer.announce(['a'], positionAt(4n))()).to.deep.equal(E.right(undefined));
      const order: string[] = [];
      const reads = [writer, reader].flatMap((process) =>
        ['a', 'b'].map(async (key) => {
          expect(await process.showsWritesOf(key)()).to.deep.equal(E.right(undefined));
          order.push(key);
        }),
      );
      expect(await reader.showsWritesOf('d')()).to.deep.equal(E.right(undefined));
      expect(order).to.deep.equal([]);
      await tested.store.apply(emptyBatch(6n));
      await Promise.all(reads);
      await Promise.all([writer.close(), reader.close()]);
    });

    it('a read fails if the read models do not show in time what was announced', async () => {
      const [writer, reader] = [await followClosely(), await tested.follow(50)];
      expect(await writer.announce(['a'], positionAt(2n))()).to.deep.equal(E.right(undefined));
      expect(await reader.showsWritesOf('a')()).to.deep.equal(E.left({ _tag: 'NotYetReadable' }));
      await Promise.all([writer.close(), reader.close()]);
    });

    it('a write is announced only while the read models follow; otherwise it waits for them', async () => {
      // A slow machine has to see within `closeMs` that the read models are close.
      const readModel = await tested.follow(300, 1500);
      const late = E.left({ _tag: 'NotYetReadable' });
      expect(await readModel.announce(['a'], positionAt(2n))(), 'nothing seen yet').to.deep.equal(late);
      await tested.store.apply(emptyBatch(2n));
      await eventually(() => expect(readModel.isClose()).to.equal(true));
      expect(await readModel.announce(['a'], positionAt(3n))()).to.deep.equal(E.right(undefined));
      await eventually(() => expect(readModel.isClose()).to.equal(false));
      expect(await readModel.announce(['a'], positionAt(4n))(), 'nothing seen lately').to.deep.equal(late);
      await readModel.close();
    });

    it('what was announced before a crash is waited for afterwards: a read then waits for all that is stored', async () => {
      const [writer, reader] = [await followClosely(), await tested.follow()];
      tested.storeUpTo(1n);
      expect(await reader.showsWritesOf('a')()).to.deep.equal(E.right(undefined));
      expect(await writer.announce(['a'], positionAt(7n))()).to.deep.equal(E.right(undefined));
      tested.storeUpTo(7n);
      await tested.forgetAnnounced();
      let isShown = false;
      const reading = reader
        .showsWritesOf('a')()
        .then((shown) => {
          isShown = true;
          return shown;
        });
      await tested.store.apply(emptyBatch(6n));
      expect(await reader.reached(positionAt(6n))()).to.deep.equal(E.right(undefined));
      expect(isShown).to.equal(false);
      await tested.store.apply(emptyBatch(7n));
      expect(await reading).to.deep.equal(E.right(undefined));
      expect(await writer.showsWritesOf('b')()).to.deep.equal(E.right(undefined));
      await Promise.all([writer.close(), reader.close()]);
    });
  });
};
