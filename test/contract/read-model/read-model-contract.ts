import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { ProjectionStore } from '../../../application/ports/projection-store.js';
import type { ReadModel } from '../../../application/ports/read-model.js';
import { emptyBatch, positionAt } from '../../support/event-store/log-batch.js';

/** A process that waits. */
type FollowingProcess = ReadModel & { readonly close: () => Promise<void> };

/** Read models that were empty, what shows them events, and processes that wait for them. */
export interface ReadModelUnderTest {
  readonly store: ProjectionStore;
  /** Another process; `timeoutMs` is how long it waits. */
  readonly follow: (timeoutMs?: number) => Promise<FollowingProcess>;
  /** Cuts the connections of all processes that wait. */
  readonly disconnect: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What the service expects of waiting for read models. */
export const readModelContract = (name: string, open: () => Promise<ReadModelUnderTest>): void => {
  describe(`waiting for read models: ${name}`, () => {
    let tested: ReadModelUnderTest;
    beforeEach(async () => {
      tested = await open();
    });
    afterEach(() => tested.close());

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
  });
};
