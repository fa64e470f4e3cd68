import { setTimeout as delay } from 'node:timers/promises';
import {
  EventStoreDBClient,
  NO_STREAM,
  type AppendResult,
  type AppendToStreamOptions,
  type JSONEventData,
} from '@eventstore/db-client';
import { expect } from 'chai';
import { Client } from 'pg';
import { serverIsForeign } from '../../support/event-store/embedded-node.js';
import { startNodeProcess, type NodeProcess } from '../../support/event-store/node-process.js';
import {
  collect,
  eventOf,
  numberedEvents,
  uniqueStream,
} from '../../support/event-store/event-store-client.js';
import { eventually } from '../../support/eventually.js';
import { randomMoment } from '../../support/random-moment.js';
import type { TestDatabase } from '../../support/servers/postgres-server.js';
import { createTestDatabase } from '../../support/servers/postgres.js';
import { itIfLong } from '../../support/long-form.js';

const DISTURBANCES = 40;
const WRITERS = 24;
/** How many writers have to be interrupted: to hit each of them, few being left, would take any number of attempts. */
const INTERRUPTED = 3;

type Attempt = {
  stream: string;
  events: JSONEventData[];
  /** Exact, so that a repetition is recognised by what is stored: the node's memory ends with its process. */
  expectedRevision: bigint | typeof NO_STREAM;
};
type Acknowledged = Attempt & { result: AppendResult };

/** Half of the writers use the batch call, half the classic one. */
const credentialsFor = (writer: number) =>
  writer % 2 === 0 ? {} : { credentials: { username: 'admin', password: 'changeit' } };

if (!serverIsForeign()) {
  describe('embedded event store: interrupted during concurrent appends', function () {
    this.timeout(20_000 + DISTURBANCES * 10_000);
    let database: TestDatabase;
    let node: NodeProcess;
    beforeEach(async () => {
      database = await createTestDatabase();
      node = await startNodeProcess(database.url);
    });
    afterEach(async () => {
      await node.stop();
      await database.drop();
    });

    const killNode = async (): Promise<void> => {
      await node.kill();
      node = await startNodeProcess(database.url, node.port);
    };

    /** Closes the writer's connection among others, during a transaction if there is one. */
    const endConnections = async (): Promise<void> => {
      const postgres = new Client({ connectionString: database.url });
      await postgres.connect();
      await postgres.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await postgres.end();
    };

    const acknowledged: Acknowledged[] = [];
    const unanswered: Attempt[] = [];

    /** Appends until an append fails, or until told to stop. */
    const write = async (writer: number, client: EventStoreDBClient, stop: AbortSignal): Promise<void> => {
      const stream = uniqueStream(`writer-${writer}`);
      let expectedRevision: Attempt['expectedRevision'] = NO_STREAM;
      while (!stop.aborted) {
        const attempt: Attempt = { stream, events: numberedEvents(1 + (writer % 3)), expectedRevision };
        try {
          const options: AppendToStreamOptions = { ...credentialsFor(writer), expectedRevision };
          const result: AppendResult = await client.appendToStream(stream, attempt.events, options);
          acknowledged.push({ ...attempt, result });
          expectedRevision = result.nextExpectedRevision;
        } catch {
          unanswered.push(attempt);
          return;
        }
      }
    };

    const disturbWriters = async (disturb: () => Promise<void>): Promise<void> => {
      const client = EventStoreDBClient.connectionString(node.connectionString);
      const [before, unansweredBefore] = [acknowledged.length, unanswered.length];
      const stop = new AbortController();
      const writing = Promise.all(
        Array.from({ length: WRITERS }, (_, writer) => write(writer, client, stop.signal)),
      );
      await eventually(() => expect(acknowledged).to.have.length.above(before + 50));
      await randomMoment(50);
      while (unanswered.length < unansweredBefore + INTERRUPTED) {
        await disturb();
        await Promise.race([writing, delay(200)]);
      }
      stop.abort();
      await writing;
      await client.dispose();
    };

    const expectNothingLost = async (client: EventStoreDBClient): Promise<void> => {
      const all = (await eventually(() => collect(client.readAll()))).map(eventOf);
      const positions = all.map(({ position }) => position.commit);
      expect(positions).to.deep.equal(all.map((_, index) => BigInt(index + 1)));
      const stored = new Map(all.map((event) => [event.id, event]));
      expect(stored.size).to.equal(all.length);
      for (const { events, result } of acknowledged) {
        expect(events.every(({ id }) => stored.has(id))).to.equal(true);
        expect(stored.get(events.at(-1)!.id)?.position.commit).to.equal(result.position?.commit);
      }
      for (const { events } of unanswered) {
        expect([0, events.length]).to.include(events.filter(({ id }) => stored.has(id)).length);
      }
    };

    const disturbances = [
      ['killed with SIGKILL', killNode],
      ['disconnected from PostgreSQL', endConnections],
    ] as const;
    for (const [kind, disturb] of disturbances) {
      itIfLong(
        `${kind}, loses nothing acknowledged, stores no append in part and leaves no gap in $all`,
        async () => {
          acknowledged.length = 0;
          unanswered.length = 0;
          for (let round = 0; round < DISTURBANCES; round += 1) await disturbWriters(disturb);
          const client = EventStoreDBClient.connectionString(node.connectionString);
          await expectNothingLost(client);

          // Writers without a response repeat their append with the same ids: nothing is stored twice.
          for (const { stream, events, expectedRevision } of unanswered) {
            await client.appendToStream(stream, events, { expectedRevision });
          }
          const ids = (await collect(client.readAll())).map((event) => eventOf(event).id);
          const proposed = [...acknowledged, ...unanswered].flatMap(({ events }) =>
            events.map(({ id }) => id),
          );
          expect(ids.toSorted()).to.deep.equal(proposed.toSorted());
          await client.dispose();
        },
      );
    }
  });
}
