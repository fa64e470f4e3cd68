import { randomUUID } from 'node:crypto';
import { jsonEvent, streamNameFilter } from '@eventstore/db-client';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { uncompared } from '../../../application/transparency/compare-history.js';
import type { NewEvent } from '../../../application/ports/event-store.js';
import type { LogPosition } from '../../../domain/events.js';
import { connectToEventStore } from '../../../infrastructure/eventstore/client.js';
import { eventStoreDbEventStore } from '../../../infrastructure/eventstore/event-store-db.js';
import { eventually } from '../../support/eventually.js';
import { type FaultProxy, startFaultProxy } from '../../support/servers/fault-proxy.js';
import { startNodeProcess, type NodeProcess } from '../../support/event-store/node-process.js';
import type { TestDatabase } from '../../support/servers/postgres-server.js';
import { createTestDatabase } from '../../support/servers/postgres.js';
import { recordedEvents } from '../../support/event-store/recorded-events.js';
import { rightOf } from '../../support/right-of.js';
import { followLog, streamOfNewVideo, putVideos } from './followed-videos.js';
import { itIfLong } from '../../support/long-form.js';

describe('pitfalls of the EventStoreDB client', () => {
  let database: TestDatabase;
  let node: NodeProcess;
  let proxy: FaultProxy;
  let connection: ReturnType<typeof connectToEventStore>;
  let store: ReturnType<typeof eventStoreDbEventStore>;

  before(async () => {
    database = await createTestDatabase();
    node = await startNodeProcess(database.url);
    proxy = await startFaultProxy(node.port);
    connection = connectToEventStore(`esdb://127.0.0.1:${proxy.port}?tls=false`);
    store = eventStoreDbEventStore(connection.client, uncompared);
  });
  after(async () => {
    await connection.close();
    await proxy.close();
    await node.stop();
    await database.drop();
  });

  const follow = (after?: LogPosition) => followLog(connection.client, after);
  const put = (...names: ReadonlyArray<string>) => putVideos(store, ...names);

  it('a lost connection fails no append: each is retried and stored once', async () => {
    const videos = Array.from({ length: 60 }, () => streamOfNewVideo());
    const appends = videos.map(({ stream, events }) => store.append(stream, 'no-stream', events)());
    setImmediate(proxy.cut);
    for (const appended of await Promise.all(appends)) rightOf(appended);
    for (const { stream, events } of videos)
      expect(rightOf(await recordedEvents(store, stream)()).map(({ id }) => id)).to.deep.equal(
        events.map(({ id }) => id),
      );
  });

  it('an append whose response is lost is stored once, and returns its position', async () => {
    const { stream, events } = streamOfNewVideo();
    await put('warm up the connection');
    proxy.swallowAnswers();
    const position = rightOf(await store.append(stream, 'no-stream', events)());
    const stored = rightOf(await recordedEvents(store, stream)());
    expect(stored.map(({ id, position }) => [id, position])).to.deep.equal([[events[0]?.id, position]]);
  });

  it('the same append sent many times concurrently is stored once, and returns its position every time', async () => {
    const { stream, events } = streamOfNewVideo();
    const attempts = await Promise.all(
      Array.from({ length: 8 }, () => store.append(stream, 'no-stream', events)()),
    );
    const stored = rightOf(await recordedEvents(store, stream)());
    expect(stored.map(({ id }) => id)).to.deep.equal(events.map(({ id }) => id));
    expect(attempts.map(rightOf)).to.deep.equal(attempts.map(() => stored[0]?.position));
  });

  it('an append to a system stream is never sent', async () => {
    const { events } = streamOfNewVideo();
    for (const stream of ['$$', '$settings', `$$video-${randomUUID()}`]) {
      const refused = await store
        .append(stream, 'no-stream', events)()
        .catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(Error);
      if (stream !== '$$') expect(rightOf(await recordedEvents(store, stream)())).to.deep.equal([]);
    }
    await put('still alive');
  });

  it('an append at a wrong revision is reported as such, even if the client is configured not to throw', async () => {
    const { stream, events } = streamOfNewVideo();
    rightOf(await store.append(stream, 'no-stream', events)());
    const second: NewEvent = { ...events[0]!, id: randomUUID() };
    const silent = connectToEventStore(`${node.connectionString}&throwOnAppendFailure=false`);
    for (const tried of [store, eventStoreDbEventStore(silent.client, uncompared)]) {
      const appended = await tried.append(stream, 'no-stream', [second])();
      expect(appended).to.deep.equal(E.left({ _tag: 'WrongExpectedRevision' }));
    }
    await silent.close();
    expect(rightOf(await recordedEvents(store, stream)())).to.have.length(1);
  });

  it('a subscription that is cut continues after the last event it has seen', async () => {
    const start = await put('before');
    const follower = follow(start);
    await put('a', 'b');
    await eventually(() => expect(follower.names).to.deep.equal(['a', 'b']));
    proxy.cut();
    await put('c', 'd');
    await eventually(() => expect(follower.names).to.deep.equal(['a', 'b', 'c', 'd']));
    expect(follower.lost).to.have.length.above(0);
    await follower.stop();
  });

  it('a black-holed connection is detected: appends and subscriptions recover in time', async () => {
    const start = await put('before');
    const follower = follow(start);
    await put('a');
    await eventually(() => expect(follower.names).to.deep.equal(['a']));
    proxy.blackHole();
    await put('b');
    await eventually(() => expect(follower.names).to.deep.equal(['a', 'b']));
    await follower.stop();
  });

  it('a store that was killed is reconnected when it is back', async () => {
    const start = await put('before');
    const follower = follow(start);
    const { port } = node;
    await node.kill();
    node = await startNodeProcess(database.url, port);
    await put('after');
    await eventually(() => expect(follower.names).to.deep.equal(['after']));
    await follower.stop();
  });

  itIfLong('a store that is down for longer is reconnected as soon as it is back', async () => {
    const start = await put('before');
    const follower = follow(start);
    proxy.refuse(true);
    proxy.cut();
    await eventually(() => expect(follower.lost).to.have.length.above(5));
    proxy.refuse(false);
    await put('after');
    await eventually(() => expect(follower.names).to.deep.equal(['after']));
    await follower.stop();
  });

  it('only positions of events are kept, and they only increase', async () => {
    const start = await put('before');
    const follower = follow(start);
    const noise = Array.from({ length: 500 }, () => jsonEvent({ type: 'Noise', data: {} }));
    await connection.client.appendToStream(`other-${randomUUID()}`, noise);
    const last = await put('a', 'b');
    await eventually(() => expect(follower.names).to.deep.equal(['a', 'b']));
    await connection.client.appendToStream(`other-${randomUUID()}`, noise);
    expect(follower.positions.at(-1)).to.deep.equal(last);
    const commits = follower.positions.map(({ commit }) => commit);
    expect(commits).to.deep.equal(commits.toSorted((a, b) => Number(a - b)));
    expect(follower.unknown).to.deep.equal([]);
    await follower.stop();
  });

  it('an event of a newer release stops commands on its stream, and is reported to read models', async () => {
    const { stream, events } = streamOfNewVideo('known');
    const start = await put('before');
    const follower = follow(start);
    rightOf(await store.append(stream, 'no-stream', events)());
    await connection.client.appendToStream(stream, jsonEvent({ type: 'VideoDreamtOf', data: {} }));
    await eventually(() => expect(follower.unknown).to.deep.equal(['VideoDreamtOf']));
    expect(await recordedEvents(store, stream)()).to.deep.equal(
      E.left({ _tag: 'UnknownEvent', stream, eventType: 'VideoDreamtOf' }),
    );
    await follower.stop();
  });

  it('a subscription that delivers nothing although the log has more is opened again', async () => {
    const before = await put('before');
    const { client } = connection;
    let subscriptions = 0;
    const silentAtFirst = new Proxy(client, {
      get: (target, name) => {
        if (name !== 'subscribeToAll') return Reflect.get(target, name, target) as unknown;
        return (options: object, more: object) => {
          subscriptions += 1;
          const filter = streamNameFilter({ prefixes: ['a stream that nobody writes'] });
          return target.subscribeToAll(subscriptions === 1 ? { ...options, filter } : options, more);
        };
      },
    });
    const seen = followLog(silentAtFirst, before);
    await put('after');
    await eventually(() => expect(seen.names).to.deep.equal(['after']));
    expect(seen.lost.map(String)).to.deep.equal([
      'Error: the subscription does not deliver the events that the log has',
    ]);
    await seen.stop();
  });
});
