import { expect } from 'chai';
import type { RenderBatchCommand } from '../../domain/render-batch/commands.js';
import type { RenderBatchEvent } from '../../domain/render-batch/events.js';
import { renderBatchDecider } from '../../domain/render-batch/render-batch.js';
import { rowsToRequest } from '../../application/batches/advance-batches.js';
import { LIMITS } from '../../domain/composition/limits.js';
import { specFor } from '../support/decider-spec.js';
import { at, batchId, owner, renderId, videoId } from '../support/examples.js';

const { given } = specFor(renderBatchDecider);

const facts = { batchId, ownerId: owner, videoId, videoVersion: 2 };
const options = { autoGenerateCaptionWords: false, captionLanguageCode: 'en', priority: 'low' } as const;
const rows = [
  { renderId, merge: { name: 'Ann' } },
  { renderId, merge: { name: 'Bob' } },
];

const request: RenderBatchCommand = { type: 'RequestRenderBatch', ...facts, options, rows, at: at(1) };
const requested: RenderBatchEvent = {
  type: 'RenderBatchRequested',
  data: { ...facts, options, rows, at: at(1) },
};
const outcome = { completed: 1, failed: 1, cancelled: 0 };
const complete: RenderBatchCommand = { type: 'CompleteRenderBatch', batchId, outcome, at: at(9) };
const completed: RenderBatchEvent = { type: 'RenderBatchCompleted', data: { ...facts, outcome, at: at(9) } };
const cancel: RenderBatchCommand = { type: 'CancelRenderBatch', batchId, ownerId: owner, at: at(5) };
const cancelled: RenderBatchEvent = { type: 'RenderBatchCancelled', data: { ...facts, at: at(5) } };

describe('a batch', () => {
  it('is requested with all of its rows', () => {
    given().when(request).thenEvents(requested);
  });

  it('is refused if its rows do not fit into an event', () => {
    const large = [{ renderId, merge: { text: 'x'.repeat(LIMITS.eventBytes) } }];
    given()
      .when({ ...request, rows: large })
      .thenRefused({ _tag: 'RenderBatchIsTooLarge', maxBytes: LIMITS.eventBytes });
  });

  it('is completed once, and only if the renders of all rows are finished', () => {
    given(requested).when(complete).thenEvents(completed);
    given(requested, completed).when(complete).thenNothing();
    given(requested)
      .when({ ...complete, outcome: { completed: 1, failed: 0, cancelled: 0 } })
      .thenRefused({ _tag: 'RenderBatchIsUnfinished', batchId });
  });

  it('is cancelled by its owner, unless it is finished', () => {
    given(requested).when(cancel).thenEvents(cancelled);
    given(requested, completed)
      .when(cancel)
      .thenRefused({ _tag: 'RenderBatchAlreadyFinished', batchId, status: 'completed' });
    given(requested, cancelled)
      .when(cancel)
      .thenRefused({ _tag: 'RenderBatchAlreadyFinished', batchId, status: 'cancelled' });
  });

  it('is not completed after it was cancelled', () => {
    given(requested, cancelled).when(complete).thenNothing();
  });

  it('has its first row rendered by itself, then a bounded number at once', () => {
    expect(rowsToRequest(1000, 0, 0)).to.equal(1);
    expect(rowsToRequest(1000, 1, 0)).to.equal(0);
    expect(rowsToRequest(1000, 1, 1)).to.equal(32);
    expect(rowsToRequest(1000, 33, 3)).to.equal(2);
    expect(rowsToRequest(1000, 33, 1)).to.equal(0);
    expect(rowsToRequest(1000, 999, 990)).to.equal(1);
    expect(rowsToRequest(5, 5, 2)).to.equal(0);
  });
});
