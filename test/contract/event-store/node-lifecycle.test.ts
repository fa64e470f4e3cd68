import { once } from 'node:events';
import {
  DeadlineExceededError,
  ErrorType,
  EventStoreDBClient,
  eventTypeFilter,
  NO_STREAM,
  STREAM_EXISTS,
  streamNameFilter,
  UnavailableError,
} from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { Client } from 'pg';
import { startEmbeddedNode } from '../../../infrastructure/eventstore-node/node.js';
import { LogInUseError } from '../../../infrastructure/eventstore-node/writing/writer-session.js';
import { serverIsForeign } from '../../support/event-store/embedded-node.js';
import { startNodeProcess, type NodeProcess } from '../../support/event-store/node-process.js';
import {
  collect,
  collectUntil,
  eventOf,
  idsOf,
  numberedEvent,
  numberedEvents,
  proposedIds,
  rejectionOf,
  uniqueStream,
} from '../../support/event-store/event-store-client.js';
import { eventually } from '../../support/eventually.js';
import type { TestDatabase } from '../../support/servers/postgres-server.js';
import { createTestDatabase } from '../../support/servers/postgres.js';

if (!serverIsForeign()) {
  describe('embedded event store: the node and its database', () => {
    let database: TestDatabase;
    let node: NodeProcess;
    let client: EventStoreDBClient;
    let postgres: Client;
    before(async () => {
      database = await createTestDatabase();
      node = await startNodeProcess(database.url);
      client = EventStoreDBClient.connectionString(node.connectionString);
      postgres = new Client({ connectionString: database.url });
      await postgres.connect();
    });
    after(async () => {
      await client.dispose();
      await postgres.end();
      await node.stop();
      await database.drop();
    });

    const following = (stream: string) =>
      client.subscribeToAll({ filter: streamNameFilter({ prefixes: [stream] }) });

    const appendWhenPossible = (stream: string, events: ReturnType<typeof numberedEvents>) =>
      eventually(() => client.appendToStream(stream, events));

    const expectNoGap = async () => {
      const positions = (await collect(client.readAll())).map((event) => eventOf(event).position.commit);
      expect(positions).to.deep.equal(positions.map((_, index) => BigInt(index + 1)));
    };

    it('knows after a restart which streams exist', async () => {
      const [known, fresh] = [uniqueStream(), uniqueStream()];
      await client.appendToStream(known, numberedEvents(2));
      await node.stop();
      node = await startNodeProcess(database.url, node.port);
      await appendWhenPossible(uniqueStream(), numberedEvents(1));
      const appended = (stream: string) =>
        client.appendToStream(stream, numberedEvents(2), { expectedRevision: NO_STREAM });
      expect(await rejectionOf(appended(known))).to.have.property('type', ErrorType.WRONG_EXPECTED_VERSION);
      expect((await appended(fresh)).nextExpectedRevision).to.equal(1n);
      await expectNoGap();
    });

    it('says what it does not implement instead of doing something else', async () => {
      const stream = uniqueStream();
      await client.appendToStream(stream, numberedEvent(0));
      const confirmed = (subscription: NodeJS.EventEmitter) => once(subscription, 'confirmation');
      const refused: ReadonlyArray<() => Promise<unknown>> = [
        () => client.deleteStream(stream),
        () => client.tombstoneStream(stream),
        () => confirmed(client.subscribeToStream(stream)),
        () => confirmed(client.subscribeToAll({ filter: streamNameFilter({ regex: '^test' }) })),
        () => confirmed(client.subscribeToAll({ filter: eventTypeFilter({ prefixes: ['Test'] }) })),
        () => client.appendToStream(stream, numberedEvent(1), { expectedRevision: STREAM_EXISTS }),
      ];
      for (const call of refused) {
        const error = (await rejectionOf(call())) as { code?: number };
        expect(error.code, String(call)).to.equal(status.UNIMPLEMENTED);
      }
      const refusedAppends: ReadonlyArray<readonly [string, string]> = [
        ['x'.repeat(2001), 'Stream names are limited'],
        [`${stream}\0`, 'Stream names are limited'],
        [`$$${stream}`, 'Stream metadata is not supported'],
      ];
      for (const [name, reason] of refusedAppends) {
        const error = await rejectionOf(client.appendToStream(name, numberedEvent(0)));
        expect(String(error)).to.include(reason);
      }
      expect(await collect(client.readStream(stream))).to.have.length(1);
    });

    it('refuses a second node while the first holds the log, which is not disturbed', async () => {
      const second = startEmbeddedNode({
        databaseUrl: database.url,
        port: 0,
        lockTimeoutMs: 100,
      });
      expect(await rejectionOf(second)).to.be.instanceOf(LogInUseError);
      await client.appendToStream(uniqueStream(), numberedEvent(0));
    });

    it('keeps the deadline of an append while PostgreSQL is stuck, and accepts its repetition', async () => {
      const stream = uniqueStream();
      const events = numberedEvents(2);
      await client.appendToStream(stream, numberedEvent(0));
      await postgres.query('begin; lock table eventstore.events in share mode');
      const stuck = rejectionOf(
        client.appendToStream(stream, events, { deadline: 1500, expectedRevision: 0n }),
      );
      await eventually(async () => {
        const waiting =
          "select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%insert%'";
        expect((await postgres.query(waiting)).rowCount).to.equal(1);
      });
      const later = numberedEvent(9);
      const queued = rejectionOf(
        client.appendToStream(stream, later, { deadline: 1500, expectedRevision: 2n }),
      );
      expect(await stuck).to.be.instanceOf(DeadlineExceededError);
      expect(await queued).to.be.instanceOf(DeadlineExceededError);
      await postgres.query('rollback');
      // The client's deadline passed first: the node may or may not have stored the waiting append, but never stores
      // it twice.
      await client.appendToStream(stream, events, { expectedRevision: 0n });
      await client.appendToStream(stream, later, { expectedRevision: 2n });
      const ids = idsOf(await collect(client.readStream(stream)));
      expect(ids.slice(1)).to.deep.equal(proposedIds([...events, later]));
      await expectNoGap();
    });

    it('recovers when PostgreSQL closes its connections, and loses and repeats nothing', async () => {
      const stream = uniqueStream();
      const ids: string[] = [];
      const subscription = following(stream);
      const followed = collectUntil(subscription, (all) => all.length === 6);
      await once(subscription, 'confirmation');
      for (let round = 0; round < 3; round += 1) {
        const events = numberedEvents(2);
        ids.push(...proposedIds(events));
        await appendWhenPossible(stream, events);
        await postgres.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
        );
      }
      expect(idsOf(await eventually(() => collect(client.readStream(stream))))).to.deep.equal(ids);
      expect(idsOf(await followed)).to.deep.equal(ids);
      await eventually(expectNoGap);
    });

    it('ends subscriptions when stopped, and serves everything again after a restart', async () => {
      const stream = uniqueStream();
      const events = numberedEvents(3);
      await client.appendToStream(stream, events, { expectedRevision: NO_STREAM });
      const subscription = following(stream);
      const ended = rejectionOf(collectUntil(subscription, () => false));
      await once(subscription, 'caughtUp');
      expect(await node.stop()).to.equal(0);
      expect(await ended).to.be.instanceOf(UnavailableError);
      node = await startNodeProcess(database.url, node.port);
      expect(idsOf(await eventually(() => collect(client.readStream(stream))))).to.deep.equal(
        proposedIds(events),
      );
      const result = await client.appendToStream(stream, numberedEvent(3), { expectedRevision: 2n });
      expect(result.nextExpectedRevision).to.equal(3n);
    });
  });
}
