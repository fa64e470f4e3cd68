import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ProjectionStore } from '../../../application/ports/projection-store.js';
import type { RenderBatchWork } from '../../../application/ports/render-batches.js';
import type { RenderBatchId } from '../../../domain/ids.js';
import { at, owner, videoId } from '../../support/examples.js';
import { batchOf } from '../../support/event-store/log-batch.js';
import { aRenderId, recorder } from '../../support/webhooks/recorded.js';
import { forSuite } from '../../support/for-suite.js';

/** The work of empty read models, and what fills these. */
export interface RenderBatchWorkUnderTest {
  readonly work: RenderBatchWork;
  readonly store: ProjectionStore;
  readonly close: () => Promise<void>;
}

/** What requesting the renders of batches expects of the read models. */
export const renderBatchWorkContract = (
  name: string,
  open: () => Promise<RenderBatchWorkUnderTest>,
): void => {
  describe(`render batch work: ${name}`, () => {
    const tested = forSuite(open, (opened) => opened.close());

    it('consists of batches in processing, with their rows, until they are completed', async () => {
      const batchId = randomUUID() as RenderBatchId;
      const facts = { batchId, ownerId: owner, videoId, videoVersion: 1 };
      const rows = ['Ann', 'Bob', 'Cid'].map((value) => ({ renderId: aRenderId(), merge: { name: value } }));
      const record = recorder();
      const options = {
        autoGenerateCaptionWords: false,
        captionLanguageCode: 'en',
        priority: 'normal',
      } as const;
      const stream = `renderBatch-${batchId}`;
      expect(await tested.work.batches()).to.deep.equal([]);
      await tested.store.apply(
        batchOf([
          record(stream, { type: 'RenderBatchRequested', data: { ...facts, options, rows, at: at(1) } }),
        ]),
      );
      const [batch] = await tested.work.batches();
      expect(batch).to.include({ batchId, ownerId: owner, status: 'processing', rows: 3, requested: 0 });
      expect(await tested.work.rows(batchId, 1, 5)).to.deep.equal(rows.slice(1));
      expect(await tested.work.unfinished(batchId, 5)).to.deep.equal([]);
      const outcome = { completed: 3, failed: 0, cancelled: 0 };
      await tested.store.apply(
        batchOf([record(stream, { type: 'RenderBatchCompleted', data: { ...facts, outcome, at: at(2) } })]),
      );
      expect(await tested.work.batches()).to.deep.equal([]);
    });
  });
};
