import { randomUUID } from 'node:crypto';
import { BACKWARDS, END } from '@eventstore/db-client';
import { expect } from 'chai';
import type { VideoId } from '../../../domain/ids.js';
import { videoStream } from '../../../domain/video/video.js';
import {
  createBudget,
  createReadBudget,
} from '../../../infrastructure/eventstore-node/reading/read-budget.js';
import type { RecordedEvent } from '../../../infrastructure/eventstore-node/recorded-event.js';
import { collect } from '../../support/event-store/event-store-client.js';
import { startStore } from '../../support/event-store/event-log.js';
import { owner } from '../../support/examples.js';
import { storeFatVideo } from '../../support/event-store/fat-history.js';
import { peakMemoryOf } from '../../support/processes/process-memory.js';
import { itIfLong, LONG } from '../../support/long-form.js';

const VERSIONS = LONG ? 100 : 28;
const READERS = LONG ? 40 : 16;
const MOST_MEMORY = 500_000_000;
const never = new AbortController().signal;

describe('bounded reads of the embedded node', function () {
  this.timeout(LONG ? 600_000 : 240_000);

  it('allocate a budget in order of request, and never more than there is', async () => {
    const { take, give } = createBudget(10);
    const order: number[] = [];
    const ask = async (amount: number): Promise<void> => {
      if (await take(amount, never)) order.push(amount);
    };
    await Promise.all([ask(6), ask(4)]);
    const waiting = [ask(9), ask(1), ask(30)];
    give(4);
    await take(0, AbortSignal.abort());
    expect(order).to.deep.equal([6, 4]); // 1 would fit, but 9 came first
    give(6);
    await Promise.all(waiting.slice(0, 2));
    give(10);
    await waiting[2];
    expect(order).to.deep.equal([6, 4, 9, 1, 30]); // what exceeds the budget is served alone
  });

  it('let later readers pass one that has left', async () => {
    const { take } = createBudget(1);
    await take(1, never);
    const left = new AbortController();
    const first = take(2, left.signal);
    const second = take(0, never);
    left.abort();
    expect([await first, await second]).to.deep.equal([false, true]);
  });

  it('load a page when there is room for it, and free the room once the page was taken or is no longer wanted', async () => {
    let loaded = 0;
    async function* pages() {
      for (;;) {
        loaded += 1;
        const page = [{ data: Buffer.alloc(1000), metadata: Buffer.alloc(0) } as unknown as RecordedEvent];
        yield await Promise.resolve(page);
      }
    }
    const room = 3 * 1024 * 1024; // for one page of unknown size and some known ones
    const { within } = createReadBudget(10, room);
    const readers = Array.from({ length: 3 }, () => within(pages(), never)[Symbol.asyncIterator]());
    for (const reader of readers) await reader.next();
    expect(loaded).to.equal(3);
    for (const reader of readers) await reader.return?.();
    const one = createReadBudget(1, room);
    const holding = one.within(pages(), never)[Symbol.asyncIterator]();
    await holding.next();
    let second = false;
    const waiting = one.within(pages(), never)[Symbol.asyncIterator]();
    const page = waiting.next().then(() => (second = true));
    await holding.next();
    expect(second).to.equal(false);
    await holding.return?.();
    await page;
    const abort = new AbortController();
    const third = one.within(pages(), abort.signal)[Symbol.asyncIterator]().next();
    abort.abort();
    expect((await third).done).to.equal(true);
  });

  itIfLong(
    'use little memory however many clients read a long stream of large events, while others are served',
    async () => {
      const store = await startStore();
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
