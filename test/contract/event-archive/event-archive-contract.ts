import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { EventArchive } from '../../../application/ports/event-archive.js';
import type { NewEvent } from '../../../application/ports/event-store.js';
import type { Additional } from '../../../domain/composition/composition.js';
import type { VideoId } from '../../../domain/ids.js';
import { videoStream } from '../../../domain/video/video.js';
import { newStream } from '../../support/event-store/example-history.js';
import { composition, videoCreated, videoPatched } from '../../support/examples.js';
import { rightOf } from '../../support/right-of.js';
import { forSuite } from '../../support/for-suite.js';

/** An archive, and ways to add events of this service and of others. */
export interface ArchiveUnderTest {
  readonly archive: EventArchive;
  readonly append: (stream: string, events: ReadonlyArray<NewEvent>) => Promise<void>;
  readonly appendForeign: (stream: string, event: { type: string; data: unknown }) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The contract of an archive of events. */
export const eventArchiveContract = (name: string, open: () => Promise<ArchiveUnderTest>): void => {
  describe(`event archive: ${name}`, () => {
    const tested = forSuite(open, (opened) => opened.close());

    const storedVideo = async (patches: number, additional: Additional = {}) => {
      const made = { ...composition(), additional };
      const videoId = randomUUID() as VideoId;
      const { stream, events } = newStream(videoStream(videoId), [
        videoCreated(made, { videoId }),
        ...Array.from({ length: patches }, (_, n) => videoPatched(n + 2, made, { videoId })),
      ]);
      for (const event of events) await tested.append(stream, [event]);
      return { stream, events };
    };
    const read = async (stream: string, from: number, count: number) =>
      rightOf(await tested.archive.read(stream, from, count)());

    it('returns fewer events if they are large, but at least one', async () => {
      const { stream } = await storedVideo(3, { fat: 'x'.repeat(900_000) });
      const { events, hasMore } = await read(stream, 0, 4);
      expect(events).to.have.length.within(1, 3);
      expect(hasMore).to.equal(true);
    });

    it('returns events that this release cannot read', async () => {
      const { stream } = await storedVideo(0);
      await tested.appendForeign(stream, { type: 'VideoDreamtOf', data: { of: 'sheep' } });
      await tested.appendForeign(stream, { type: 'VideoPatched', data: { videoId: 'none' } });
      const { events } = await read(stream, 1, 10);
      expect(events.map(({ stored, event }) => [stored.type, stored.data, event])).to.deep.equal([
        ['VideoDreamtOf', { of: 'sheep' }, undefined],
        ['VideoPatched', { videoId: 'none' }, undefined],
      ]);
      expect(events[0]?.stored.metadata).to.deep.equal({});
    });
  });
};
