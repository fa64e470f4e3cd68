import { setTimeout as delay } from 'node:timers/promises';
import { randomInt } from 'node:crypto';
import { EventStoreDBClient, type AppendResult, type JSONEventData } from '@eventstore/db-client';
import { expect } from 'chai';
import { serverIsForeign } from '../../support/embedded-node.js';
import { startNodeProcess, type NodeProcess } from '../../support/node-process.js';
import { collect, eventOf, numberedEvents, uniqueStream } from '../../support/event-store-client.js';
import type { TestDatabase } from '../../support/postgres-server.js';
import { createTestDatabase } from '../../support/postgres.js';

const KILLS = process.env['LONG_TESTS'] === '1' ? 40 : 4;
const WRITERS = 24;

type Acknowledged = { stream: string; events: JSONEventData[]; result: AppendResult };

/** Half of the writers take the batch call, half the classic one. */
const credentialsFor = (writer: number) =>
  writer % 2 === 0 ? {} : { credentials: { username: 'admin', password: 'changeit' } };

if (!serverIsForeign()) {
  describe('embedded event store: killed in the middle of concurrent appends', function () {
    this.timeout(20_000 + KILLS * 10_000);
    let database: TestDatabase;
    let node: NodeProcess;
    before(async () => {
      database = await createTestDatabase();
      node = await startNodeProcess(database.url);
    });
    after(async () => {
      await node.stop();
      await database.drop();
    });

    it('loses nothing that it acknowledged, stores no append in part, and leaves no gap in $all', async () => {
      const acknowledged: Acknowledged[] = [];
      const unanswered: Omit<Acknowledged, 'result'>[] = [];

      const writeUntilKilled = async (writer: number, client: EventStoreDBClient): Promise<void> => {
        const stream = uniqueStream(`writer-${writer}`);
        for (;;) {
          const events = numberedEvents(1 + (writer % 3));
          try {
            const result = await client.appendToStream(stream, events, credentialsFor(writer));
            acknowledged.push({ stream, events, result });
          } catch {
            unanswered.push({ stream, events });
            return;
          }
        }
      };

      for (let kill = 0; kill < KILLS; kill += 1) {
        const client = EventStoreDBClient.connectionString(node.connectionString);
        const before = acknowledged.length;
        const writing = Array.from({ length: WRITERS }, (_, writer) => writeUntilKilled(writer, client));
        // Killed at a random moment of the writing, which is what is being tested.
        while (acknowledged.length < before + 50) await delay(1);
        await delay(randomInt(50));
        await node.kill();
        await Promise.all(writing);
        await client.dispose();
        node = await startNodeProcess(database.url, node.port);
      }

      const client = EventStoreDBClient.connectionString(node.connectionString);
      const all = (await collect(client.readAll())).map(eventOf);
      expect(all.map(({ position }) => position.commit)).to.deep.equal(
        all.map((_, index) => BigInt(index + 1)),
      );
      const stored = new Map(all.map((event) => [event.id, event]));
      expect(stored.size).to.equal(all.length);
      for (const { events, result } of acknowledged) {
        const last = stored.get(events.at(-1)!.id);
        expect(last?.position.commit).to.equal(result.position?.commit);
        expect(events.every(({ id }) => stored.has(id))).to.equal(true);
      }
      for (const { events } of unanswered) {
        expect([0, events.length]).to.include(events.filter(({ id }) => stored.has(id)).length);
      }

      // Whoever got no answer asks again, with the same ids: nothing is stored twice.
      for (const { stream, events } of unanswered) await client.appendToStream(stream, events);
      const ids = (await collect(client.readAll())).map((event) => eventOf(event).id);
      const proposed = [...acknowledged, ...unanswered].flatMap(({ events }) => events.map(({ id }) => id));
      expect(ids.toSorted()).to.deep.equal(proposed.toSorted());
      await client.dispose();
    });
  });
}
