import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { EventLog, LogBatch } from '../../../application/ports/event-log.js';
import type { LogPosition } from '../../../domain/events.js';
import type { VideoId } from '../../../domain/ids.js';
import { videoStream } from '../../../domain/video/video.js';
import type { NewEvent } from '../../../application/ports/event-store.js';
import { newStream } from '../../support/event-store/example-history.js';
import { composition, videoCreated, videoPatched } from '../../support/examples.js';
import { forEachTest } from '../../support/for-suite.js';

/** An empty log, and ways to add events of this service and of others. */
export interface LogUnderTest {
  readonly log: EventLog;
  readonly append: (stream: string, events: ReadonlyArray<NewEvent>) => Promise<void>;
  readonly appendForeign: (stream: string, event: { type: string; data: unknown }) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The contract of the log of all events. */
export const eventLogContract = (name: string, open: () => Promise<LogUnderTest>): void => {
  describe(`event log: ${name}`, () => {
    const tested = forEachTest(open, (opened) => opened.close());

    const storedVideo = async (patches = 0) => {
      const videoId = randomUUID() as VideoId;
      const { stream, events } = newStream(videoStream(videoId), [
        videoCreated(composition(), { videoId }),
        ...Array.from({ length: patches }, (_, n) => videoPatched(n + 2, composition(), { videoId })),
      ]);
      await tested.append(stream, events);
      return { stream, ids: events.map(({ id }) => id) };
    };

    /** Reads batches after a position until they satisfy a condition. */
    const followed = async (
      after: LogPosition | undefined,
      isEnough: (batches: ReadonlyArray<LogBatch>) => boolean,
      onBatch: () => Promise<void> | void = () => undefined,
    ): Promise<ReadonlyArray<LogBatch>> => {
      const ended = new AbortController();
      const batches: LogBatch[] = [];
      for await (const batch of tested.log.follow(after, ended.signal)) {
        batches.push(batch);
        await onBatch();
        if (isEnough(batches)) ended.abort();
      }
      return batches;
    };
    const idsIn = (batches: ReadonlyArray<LogBatch>) =>
      batches.flatMap(({ events }) => events.map(({ id }) => id));

    it('returns everything that is stored, page by page, and ends', async () => {
      const ids = [...(await storedVideo(300)).ids];
      await tested.appendForeign('other-program', { type: 'Other', data: {} });
      ids.push(...(await storedVideo(300)).ids);
      const pages: Array<ReadonlyArray<string>> = [];
      for await (const page of tested.log.storedPages(new AbortController().signal))
        pages.push(page.map(({ event }) => event.id));
      expect(pages.length).to.be.greaterThan(1);
      expect(pages.flat()).to.deep.equal(ids);
    });

    it('delivers all events once, in storage order', async () => {
      const ids = [...(await storedVideo(70)).ids, ...(await storedVideo(3)).ids];
      const batches = await followed(undefined, (seen) => idsIn(seen).length >= ids.length);
      expect(idsIn(batches)).to.deep.equal(ids);
      const positions = batches.flatMap(({ events }) => events.map(({ position }) => position.commit));
      expect(positions).to.deep.equal(positions.toSorted((a, b) => Number(a - b)));
      for (const { events, upTo } of batches) expect(upTo).to.deep.equal(events.at(-1)?.position);
    });

    it('continues after a position, and delivers new events as they arrive', async () => {
      await storedVideo(2);
      const head = await tested.log.headAfter(undefined);
      const next = await storedVideo();
      let later: ReadonlyArray<string> = [];
      const batches = await followed(
        head,
        (seen) => idsIn(seen).length >= 2,
        async () => {
          if (later.length === 0) later = (await storedVideo()).ids;
        },
      );
      expect(idsIn(batches)).to.deep.equal([...next.ids, ...later]);
    });

    it('reports events that it cannot read, and continues', async () => {
      const { stream } = await storedVideo();
      await tested.appendForeign(stream, { type: 'VideoDreamtOf', data: {} });
      await tested.appendForeign(stream, { type: 'VideoPatched', data: { videoId: 'none' } });
      const last = await storedVideo();
      const batches = await followed(undefined, (seen) => idsIn(seen).includes(last.ids[0] ?? ''));
      expect(batches.flatMap(({ unknownTypes }) => unknownTypes)).to.deep.equal(['VideoDreamtOf']);
      const undecodable = batches.flatMap((batch) => batch.undecodable);
      expect(undecodable).to.have.length(1);
      expect(undecodable[0]).to.deep.include({ stream, revision: 2, eventType: 'VideoPatched' });
    });

    it('reports its head', async () => {
      expect(await tested.log.headAfter(undefined)).to.equal(undefined);
      await storedVideo(2);
      const head = await tested.log.headAfter(undefined);
      const batches = await followed(undefined, (seen) => idsIn(seen).length >= 3);
      expect(head).to.deep.equal(batches.at(-1)?.upTo);
      expect(await tested.log.headAfter(head)).to.equal(undefined);
      await storedVideo();
      expect((await tested.log.headAfter(head))!.commit > head!.commit).to.equal(true);
    });

    it('ends when its signal aborts, even without new events', async () => {
      const ended = new AbortController();
      const following = (async () => {
        for await (const batch of tested.log.follow(undefined, ended.signal))
          expect(batch).to.equal(undefined);
      })();
      ended.abort();
      await following;
    });
  });
};
