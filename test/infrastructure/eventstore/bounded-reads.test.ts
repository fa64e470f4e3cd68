import { randomUUID } from 'node:crypto';
import { BACKWARDS, END } from '@eventstore/db-client';
import { expect } from 'chai';
import type { VideoId } from '../../../domain/ids.js';
import { videoStream } from '../../../domain/video/video.js';
import { limitReads } from '../../../infrastructure/eventstore-node/reading/read-limit.js';
import { collect } from '../../support/event-store/event-store-client.js';
import { startNodeProcess } from '../../support/event-store/node-process.js';
import { startStore } from '../../support/event-store/event-log.js';
import { owner } from '../../support/examples.js';
import { storeFatVideo } from '../../support/event-store/fat-history.js';
import { peakMemoryOf } from '../../support/processes/process-memory.js';
import { itIfLong } from '../../support/long-form.js';

const VERSIONS = 100;
const READERS = 40;
const MOST_MEMORY = 500_000_000;
const never = new AbortController().signal;

describe('bounded reads of the embedded node', function () {
  this.timeout(600_000);

  it('load pages of a few reads at a time, and of the next when one has ended or is no longer wanted', async () => {
    let loaded = 0;
    async function* pages() {
      for (;;) {
        loaded += 1;
        yield await Promise.resolve([]);
      }
    }
    const limited = limitReads(2);
    const readOf = (signal: AbortSignal) => limited(pages(), signal)[Symbol.asyncIterator]();
    const [first, second, third, fourth] = [readOf(never), readOf(never), readOf(never), readOf(never)];
    const left = new AbortController();
    const gone = readOf(left.signal);
    await Promise.all([first.next(), second.next()]);
    const [noPage, page, last] = [gone.next(), third.next(), fourth.next()];
    left.abort();
    await first.next();
    expect(loaded).to.equal(3);
    await first.return?.();
    expect((await noPage).done).to.equal(true);
    expect((await page).done).to.equal(false);
    expect(loaded).to.equal(4);
    await third.return?.();
    expect((await last).done).to.equal(false);
  });

  itIfLong(
    'use little memory however many clients read a long stream of large events, while others are served',
    async () => {
      const store = await startStore(startNodeProcess);
      try {
        const videoId = randomUUID() as VideoId;
        await storeFatVideo(store.client, { videoId, versions: VERSIONS, ownerId: owner });
        const stream = videoStream(videoId);
        const readers = Array.from({ length: READERS }, async (_, n) => {
          let read = 0;
          for await (const { event } of store.client.readStream(
            stream,
            n % 2 === 0 ? {} : { direction: BACKWARDS, fromRevision: END },
          ))
            if (event) read += 1;
          return read;
        });
        const last = await collect(
          store.client.readStream(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }),
        );
        expect(last).to.have.length(1);
        for (const read of await Promise.all(readers)) expect(read).to.equal(VERSIONS);
        expect(peakMemoryOf(store.node.pid)).to.be.lessThan(MOST_MEMORY);
      } finally {
        await store.stop();
      }
    },
  );
});
