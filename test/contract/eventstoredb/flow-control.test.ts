import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { binaryEvent, EventStoreDBClient } from '@eventstore/db-client';
import { expect } from 'chai';
import { serverIsForeign } from '../../support/embedded-node.js';
import { startNodeProcess, type NodeProcess } from '../../support/node-process.js';
import { collect, uniqueStream } from '../../support/event-store-client.js';
import type { TestDatabase } from '../../support/postgres-server.js';
import { createTestDatabase } from '../../support/postgres.js';

const EVENT_BYTES = 500 * 1024;
const EVENTS = process.env['LONG_TESTS'] === '1' ? 2000 : 250;
const MEGABYTE = 1024 * 1024;

/** Resident memory of a process in bytes, as Linux tells it. */
const residentMemory = async (pid: number): Promise<number> => {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/mu.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
};

if (!serverIsForeign()) {
  describe('embedded event store: a subscriber slower than the writers', function () {
    this.timeout(300_000);
    let database: TestDatabase;
    let node: NodeProcess;
    let client: EventStoreDBClient;
    before(async () => {
      database = await createTestDatabase();
      node = await startNodeProcess(database.url);
      client = EventStoreDBClient.connectionString(node.connectionString);
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

    it('costs the server no memory, loses nothing, and is told that it fell behind and caught up', async function () {
      const stream = uniqueStream();
      await fill(stream, 60);
      const stalled = [client.subscribeToStream(stream), client.subscribeToAll()];
      const notices: string[] = [];
      for (const subscription of stalled) {
        subscription.on('caughtUp', () => notices.push('caught up'));
        subscription.on('fellBehind', () => notices.push('fell behind'));
        subscription.on('data', () => undefined);
        await once(subscription, 'caughtUp');
        subscription.pause();
      }
      const before = await residentMemory(node.pid);
      await fill(stream, EVENTS);
      const grown = (await residentMemory(node.pid)) - before;
      expect(grown / MEGABYTE).to.be.below((EVENTS * EVENT_BYTES) / MEGABYTE / 2);

      const revisions = stalled.map(() => [] as (bigint | undefined)[]);
      for (const [index, subscription] of stalled.entries()) {
        const seen = revisions[index]!;
        subscription.on('data', ({ event }) => seen.push(event?.revision));
        subscription.resume();
        while (seen.at(-1) !== BigInt(60 + EVENTS - 1)) await once(subscription, 'data');
      }
      const expected = Array.from({ length: EVENTS }, (_, index) => BigInt(60 + index));
      for (const seen of revisions) expect(seen).to.deep.equal(expected);
      expect(notices.filter((notice) => notice === 'fell behind')).to.have.length(2);
      for (const subscription of stalled) await subscription.unsubscribe();
    });

    it('does not slow down reads beside it', async () => {
      const stream = uniqueStream();
      await fill(stream, 20);
      const stalled = client.readStream(stream);
      await once(stalled, 'readable');
      expect(await collect(client.readStream(stream))).to.have.length(20);
      stalled.resume();
      await stalled.cancel();
    });
  });
}
