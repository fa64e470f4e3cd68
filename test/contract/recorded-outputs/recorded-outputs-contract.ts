import { expect } from 'chai';
import type { ProjectionStore } from '../../../application/ports/projection-store.js';
import type { RecordedOutputs } from '../../../application/ports/recorded-outputs.js';
import type { OutputFile } from '../../../domain/render/render-output.js';
import type { DomainEvent } from '../../../domain/events.js';
import { batchOf } from '../../support/event-store/log-batch.js';
import { forSuite } from '../../support/for-suite.js';
import { aRenderId, recorder, renderEvents } from '../../support/webhooks/recorded.js';

/** What empty read models know of outputs, and what fills them. */
export interface RecordedOutputsUnderTest {
  readonly recorded: RecordedOutputs;
  readonly store: ProjectionStore;
  readonly close: () => Promise<void>;
}

const poster = (renderId: string): OutputFile => ({
  key: `${renderId}-1.jpg`,
  role: 'poster',
  format: 'jpeg',
  output: 0,
  bytes: 3,
  sha256: 'ab'.repeat(32),
});

/** What the sweep of outputs expects of the outputs that renders have recorded. */
export const recordedOutputsContract = (
  name: string,
  open: () => Promise<RecordedOutputsUnderTest>,
): void => {
  describe(`recorded outputs: ${name}`, () => {
    const tested = forSuite(open, (opened) => opened.close());
    const record = recorder();

    it('include pending, completed and failed renders, and omit unknown ones', async () => {
      const [pending, completed, failed, unknown] = [aRenderId(), aRenderId(), aRenderId(), aRenderId()];
      const events: ReadonlyArray<readonly [string, ReadonlyArray<DomainEvent>]> = [
        [pending, renderEvents({ renderId: pending }).slice(0, 1)],
        [completed, renderEvents({ renderId: completed })],
        [failed, renderEvents({ renderId: failed }, 'failed')],
      ];
      await tested.store.apply(
        batchOf(events.flatMap(([id, list]) => list.map((event) => record(`render-${id}`, event)))),
      );
      expect([...(await tested.recorded([pending, completed, failed, unknown]))]).to.have.deep.members([
        [pending, { isFinished: false, keys: [] }],
        [completed, { isFinished: true, keys: [`${completed}.mp4`] }],
        [failed, { isFinished: true, keys: [] }],
      ]);
      expect(await tested.recorded([])).to.have.property('size', 0);
    });

    it('include the further files of a render', async () => {
      const renderId = aRenderId();
      const events = renderEvents({ renderId }).map((event): DomainEvent =>
        event.type === 'RenderCompleted'
          ? { ...event, data: { ...event.data, output: { ...event.data.output, files: [poster(renderId)] } } }
          : event,
      );
      await tested.store.apply(batchOf(events.map((event) => record(`render-${renderId}`, event))));
      expect((await tested.recorded([renderId])).get(renderId)).to.deep.equal({
        isFinished: true,
        keys: [`${renderId}.mp4`, `${renderId}-1.jpg`],
      });
    });
  });
};
