import { expect } from 'chai';
import type { ProjectionStore } from '../../../application/ports/projection-store.js';
import type { Recorded } from '../../../domain/events.js';
import type { VideoId } from '../../../domain/ids.js';
import { composition, owner, uuid, videoCreated, videoPatched } from '../../support/examples.js';
import { batchOf, emptyBatch, positionAt } from '../../support/event-store/log-batch.js';
import { recorder } from '../../support/webhooks/recorded.js';
import { forEachTest } from '../../support/for-suite.js';

/** Tables that were empty, and what they show. */
export interface ProjectionStoreUnderTest {
  readonly store: ProjectionStore;
  /** The same tables as another process sees them. */
  readonly anotherStore: () => ProjectionStore;
  /** The versions that the read models show of a video, oldest first. */
  readonly versionsOf: (videoId: VideoId) => Promise<ReadonlyArray<number>>;
  readonly close: () => Promise<void>;
}

/** What the projector expects of the place where projections keep their tables. */
export const projectionStoreContract = (
  name: string,
  open: () => Promise<ProjectionStoreUnderTest>,
): void => {
  describe(`projection store: ${name}`, () => {
    const tested = forEachTest(open, (opened) => opened.close());

    /** A log of videos of four versions each. */
    const history = (videos: number): ReadonlyArray<Recorded> => {
      const record = recorder();
      return Array.from({ length: videos }, (_, n) => uuid(100 + n) as VideoId).flatMap((videoId) => {
        const ids = { videoId, ownerId: owner };
        const created = videoCreated(composition(), { ...ids, editorTokenHash: videoId });
        const patches = [2, 3, 4].map((version) => videoPatched(version, composition(), ids));
        return [created, ...patches].map((event) => record(`video-${videoId}`, event));
      });
    };
    const expectAll = async (events: ReadonlyArray<Recorded>): Promise<void> => {
      const streams = new Set(events.map(({ stream }) => stream));
      for (const stream of streams)
        expect(await tested.versionsOf(stream.slice('video-'.length) as VideoId)).to.deep.equal([1, 2, 3, 4]);
    };

    it('starts empty, then contains the events that were applied', async () => {
      expect(await tested.store.start()).to.equal(undefined);
      const events = history(2);
      await tested.store.apply(batchOf(events));
      expect(await tested.store.start()).to.deep.equal(events.at(-1)?.position);
      await tested.store.apply(emptyBatch(1000n));
      expect(await tested.anotherStore().start()).to.deep.equal(positionAt(1000n));
      await expectAll(events);
    });

    it('shows each event once, however batches overlap and repeat, and never goes back', async () => {
      const events = history(5);
      for (let end = 3; end <= events.length + 2; end += 3) {
        await tested.store.apply(batchOf(events.slice(0, end)));
        await tested.store.apply(batchOf(events.slice(Math.max(0, end - 8), end - 1)));
        expect(await tested.store.start()).to.deep.equal(events.slice(0, end).at(-1)?.position);
      }
      await expectAll(events);
    });

    it('has no gap and no duplicate if two processes apply the same batches', async () => {
      const events = history(6);
      const other = tested.anotherStore();
      for (let start = 0; start < events.length; start += 5) {
        const batch = batchOf(events.slice(start, start + 5));
        await Promise.all([tested.store.apply(batch), other.apply(batch)]);
      }
      await expectAll(events);
    });
  });
};
