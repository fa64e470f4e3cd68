import { once } from 'node:events';
import { binaryEvent, END, EventStoreDBClient, streamNameFilter } from '@eventstore/db-client';
import { expect } from 'chai';
import { serverIsForeign } from '../../support/event-store/embedded-node.js';
import { startNodeProcess, type NodeProcess } from '../../support/event-store/node-process.js';
import { collect, uniqueStream } from '../../support/event-store/event-store-client.js';
import { memoryOf } from '../../support/processes/process-memory.js';
import type { TestDatabase } from '../../support/servers/postgres-server.js';
import { createTestDatabase } from '../../support/servers/postgres.js';
import { itIfLong } from '../../support/long-form.js';

const EVENT_BYTES = 500 * 1024;
const EVENTS = 1000;
/** More than the server's memory of recent events and all buffers on the way to a client can hold. */
const MORE_THAN_BUFFERS_HOLD = 2 * EVENTS;
const SUBSCRIBERS = 8;

if (!serverIsForeign()) {
  describe('embedded event store: a subscriber slower than the writers', function () {
    this.timeout(60_000 + EVENTS * 500);
    let database: TestDatabase;
    let node: NodeProcess;
    let client: EventStoreDBClient;
    const history = uniqueStream();
    before(async () => {
      database = await createTestDatabase();
      node = await startNodeProcess(database.url);
      client = EventStoreDBClient.connectionString(node.connectionString);
      await fill(history, EVENTS);
    });
    after(async () => {
      await client.dispose();
      await node.stop();
      await database.drop();
    });

    const fill = async (stream: string, count: number) => {
      for (let number = 0; number < count; number += 1) {
        await client.appendToStream(
          stream,
          binaryEvent({ type: 'Large', data: new Uint8Array(EVENT_BYTES) }),
        );
      }
    };

    itIfLong('loses nothing', async () => {
      const stream = uniqueStream();
      await fill(stream, 1);
      const filter = streamNameFilter({ prefixes: [stream] });
      const subscriptions = [client.subscribeToAll({ filter }), client.subscribeToAll({ fromPosition: END })];
      for (const subscription of subscriptions) subscription.on('data', () => undefined);
      await Promise.all(subscriptions.map((subscription) => once(subscription, 'caughtUp')));
      for (const subscription of subscriptions) subscription.pause();
      await fill(stream, MORE_THAN_BUFFERS_HOLD);
      for (const subscription of subscriptions) {
        const revisions: (bigint | undefined)[] = [];
        subscription.on('data', ({ event }) => revisions.push(event?.revision));
        subscription.resume();
        while (revisions.at(-1) !== BigInt(MORE_THAN_BUFFERS_HOLD)) await once(subscription, 'data');
        expect(revisions).to.deep.equal(
          Array.from({ length: MORE_THAN_BUFFERS_HOLD }, (_, index) => BigInt(index + 1)),
        );
      }
      for (const subscription of subscriptions) await subscription.unsubscribe();
    });

    itIfLong('costs the server no memory, even if there are many', async () => {
      const read = async () => expect(await collect(client.readStream(history))).to.have.length(EVENTS);
      await read();
      const before = memoryOf(node.pid);
      const filter = streamNameFilter({ prefixes: [history] });
      const stalled = Array.from({ length: SUBSCRIBERS }, () => client.subscribeToAll({ filter }));
      for (const subscription of stalled) await once(subscription, 'readable');
      // While it serves these, the server has data for the stalled ones.
      for (let round = 0; round < 2; round += 1) await read();
      const grown = memoryOf(node.pid) - before;
      expect(grown).to.be.below((SUBSCRIBERS * EVENTS * EVENT_BYTES) / 2);
      for (const subscription of stalled) {
        subscription.resume();
        await subscription.unsubscribe();
      }
    });

    itIfLong('does not slow down other reads', async () => {
      const stalled = client.readStream(history);
      await once(stalled, 'readable');
      expect(await collect(client.readStream(history))).to.have.length(EVENTS);
      stalled.resume();
      await stalled.cancel();
    });
  });
}
