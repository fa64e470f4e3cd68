import { once } from 'node:events';
import { END, START, StreamDeletedError, type EventStoreDBClient } from '@eventstore/db-client';
import { expect } from 'chai';
import {
  collectUntil,
  connect,
  idsOf,
  numberedEvent,
  numberedEvents,
  proposedIds,
  rejectionOf,
  uniqueStream,
} from '../../support/event-store/event-store-client.js';

describe('event store: subscriptions to a stream', function () {
  this.timeout(60_000);
  let client: EventStoreDBClient;
  before(async () => {
    client = await connect();
  });
  after(() => client.dispose());

  it('deliver existing events, report that they have caught up, and continue with new ones', async () => {
    const stream = uniqueStream();
    const history = numberedEvents(700);
    await client.appendToStream(stream, history);
    const subscription = client.subscribeToStream(stream);
    const seen: (string | undefined)[] = [];
    subscription.on('caughtUp', () => seen.push('caught up'));
    subscription.on('data', ({ event }) => seen.push(event?.id));
    await once(subscription, 'caughtUp');
    const live = numberedEvents(3);
    for (const event of live) await client.appendToStream(stream, event);
    while (seen.length < 704) await once(subscription, 'data');
    expect(seen).to.deep.equal([...proposedIds(history), 'caught up', ...proposedIds(live)]);
    await subscription.unsubscribe();
  });

  it('start after the given revision', async () => {
    const stream = uniqueStream();
    const events = numberedEvents(4);
    await client.appendToStream(stream, events);
    const subscription = client.subscribeToStream(stream, { fromRevision: 1n });
    const got = await collectUntil(subscription, (all) => all.length === 2);
    expect(idsOf(got)).to.deep.equal(proposedIds(events.slice(2)));
  });

  it('deliver only new events if they start at the end', async () => {
    const stream = uniqueStream();
    await client.appendToStream(stream, numberedEvents(3));
    const subscription = client.subscribeToStream(stream, { fromRevision: END });
    const got = collectUntil(subscription, (all) => all.length === 2);
    await once(subscription, 'caughtUp');
    const events = numberedEvents(2);
    await client.appendToStream(stream, events);
    expect(idsOf(await got)).to.deep.equal(proposedIds(events));
  });

  it('wait for a stream that does not exist yet', async () => {
    const stream = uniqueStream();
    const subscription = client.subscribeToStream(stream);
    const got = collectUntil(subscription, (all) => all.length === 3);
    await once(subscription, 'confirmation');
    const events = numberedEvents(3);
    for (const event of events) await client.appendToStream(stream, event);
    expect(idsOf(await got)).to.deep.equal(proposedIds(events));
  });

  it('continue when their stream is soft-deleted and recreated', async () => {
    const stream = uniqueStream();
    const events = numberedEvents(2);
    await client.appendToStream(stream, events[0]!);
    const subscription = client.subscribeToStream(stream);
    const got = collectUntil(subscription, (all) => all.length === 2);
    await once(subscription, 'caughtUp');
    await client.deleteStream(stream);
    await client.appendToStream(stream, events[1]!);
    expect(idsOf(await got)).to.deep.equal(proposedIds(events));
  });

  it('end when their stream is tombstoned', async () => {
    const stream = uniqueStream();
    await client.appendToStream(stream, numberedEvent(0));
    const subscription = client.subscribeToStream(stream);
    const ended = rejectionOf(collectUntil(subscription, () => false));
    await once(subscription, 'caughtUp');
    await client.tombstoneStream(stream);
    expect(await ended).to.be.instanceOf(StreamDeletedError);
  });

  it('stop when cancelled', async () => {
    const stream = uniqueStream();
    await client.appendToStream(stream, numberedEvent(0));
    const subscription = client.subscribeToStream(stream);
    for await (const { event } of subscription) {
      expect(event?.revision).to.equal(0n);
      await subscription.unsubscribe();
    }
    await client.appendToStream(stream, numberedEvent(1));
  });

  it('deliver everything in order, many concurrently, during many writes', async () => {
    const streams = Array.from({ length: 5 }, () => uniqueStream());
    const PER_STREAM = 60;
    const followers = streams.flatMap((stream) => [
      client.subscribeToStream(stream),
      client.subscribeToStream(stream, { fromRevision: START }),
    ]);
    const got = followers.map((follower) => collectUntil(follower, (all) => all.length === PER_STREAM));
    await Promise.all(
      streams.flatMap((stream) =>
        numberedEvents(PER_STREAM / 2).map((event) =>
          client.appendToStream(stream, [event, numberedEvent(-1)]),
        ),
      ),
    );
    for (const events of await Promise.all(got)) {
      const revisions = events.map(({ event }) => event?.revision);
      expect(revisions).to.deep.equal(revisions.map((_, index) => BigInt(index)));
    }
  });
});
