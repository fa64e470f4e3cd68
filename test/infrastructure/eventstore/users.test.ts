import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { randomUUID } from 'node:crypto';
import { uncompared } from '../../../application/transparency/compare-history.js';
import type { VideoId } from '../../../domain/ids.js';
import { connectToEventStore } from '../../../infrastructure/eventstore/client.js';
import { eventStoreDbEventStore } from '../../../infrastructure/eventstore/event-store-db.js';
import {
  type AuthenticatingProxy,
  startAuthenticatingProxy,
} from '../../support/event-store/authenticating-proxy.js';
import { sharedEventStore } from '../../support/event-store/embedded-node.js';
import { newStream } from '../../support/event-store/example-history.js';
import { composition, videoCreated } from '../../support/examples.js';
import { recordedEvents } from '../../support/event-store/recorded-events.js';
import { rightOf } from '../../support/right-of.js';

describe('the user of the EventStoreDB client', () => {
  let proxy: AuthenticatingProxy;
  before(async () => {
    const { port } = new URL((await sharedEventStore()).replace('esdb:', 'http:'));
    proxy = await startAuthenticatingProxy(Number(port), 'jane:p:w@d');
  });
  after(() => proxy.close());

  const readAndAppend = async (user?: string) => {
    const before = proxy.calls.length;
    const connection = connectToEventStore(proxy.urlFor(user));
    const store = eventStoreDbEventStore(connection.client, uncompared);
    const videoId = randomUUID() as VideoId;
    const { stream, events } = newStream(`video-${videoId}`, [videoCreated(composition('v'), { videoId })]);
    const appended = await store.append(stream, 'no-stream', events)();
    const read = await recordedEvents(store, stream)();
    await connection.close();
    return { appended, read, calls: proxy.calls.slice(before) };
  };

  it('the user of the URL reads and appends', async () => {
    const { appended, read, calls } = await readAndAppend('jane:p%3Aw%40d');
    rightOf(appended);
    expect(rightOf(read)).to.have.length(1);
    expect(calls).to.deep.equal(['Append jane:p:w@d', 'Read jane:p:w@d']);
  });

  it('without a user in the URL, both are anonymous: no password is guessed', async () => {
    const { appended, read, calls } = await readAndAppend();
    expect([E.isLeft(appended), E.isLeft(read)]).to.deep.equal([true, true]);
    expect(calls).to.deep.equal(['Append nobody', 'Read nobody']);
  });
});
