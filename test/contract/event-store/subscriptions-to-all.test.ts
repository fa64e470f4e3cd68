import { once } from 'node:events';
import { END, START, streamNameFilter, type EventStoreDBClient } from '@eventstore/db-client';
import { expect } from 'chai';
import {
  collectUntil,
  connect,
  eventOf,
  idsOf,
  numberedEvent,
  numberedEvents,
  uniqueStream,
} from '../../support/event-store/event-store-client.js';

describe('event store: subscriptions to $all', () => {
  let client: EventStoreDBClient;
  before(async () => {
    client = await connect();
  });
  after(() => client.dispose());

  it('deliver the events of all streams in order, first existing ones, then new ones', async () => {
    const streams = [uniqueStream(), uniqueStream(), uniqueStream()];
    const ours = (all: readonly { event?: { streamId: string } }[]) =>
      all.filter(({ event }) => streams.includes(event?.streamId ?? ''));
    const ids: string[] = [];
    const write = async () => {
      for (const stream of streams) {
        const event = numberedEvent(0);
        await client.appendToStream(stream, event);
        ids.push(event.id);
      }
    };
    await write();
    const subscription = client.subscribeToAll();
    const got = collectUntil(subscription, (all) => ours(all).length === 6);
    await once(subscription, 'caughtUp');
    await write();
    const all = await got;
    expect(idsOf(ours(all) as typeof all)).to.deep.equal(ids);
    const commits = all.map((event) => eventOf(event).position.commit);
    expect(commits).to.deep.equal(commits.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(new Set(commits).size).to.equal(commits.length);
  });

  it('start after the given position', async () => {
    const stream = uniqueStream();
    const { position } = await client.appendToStream(stream, numberedEvent(0));
    const next = numberedEvent(1);
    await client.appendToStream(stream, next);
    const subscription = client.subscribeToAll({ fromPosition: position! });
    const ofStream = (all: readonly { event?: { streamId: string } }[]) =>
      all.some(({ event }) => event?.streamId === stream);
    const got = await collectUntil(subscription, ofStream);
    expect(eventOf(got.at(-1)!).id).to.equal(next.id);
  });

  it('deliver only what stream prefixes match, live and from the past', async () => {
    const word = uniqueStream('filtered').replaceAll('-', '');
    const filter = streamNameFilter({ prefixes: [`${word}a`, `${word}c`] });
    const events = numberedEvents(6);
    const expected = events.filter((_, index) => index % 3 !== 1).map(({ id }) => id);
    const isLast = (all: readonly unknown[]) => all.length === expected.length;
    const live = client.subscribeToAll({ fromPosition: END, filter });
    const gotLive = collectUntil(live, isLast);
    await once(live, 'caughtUp');
    for (const [index, event] of events.entries())
      await client.appendToStream(`${word}${'abc'[index % 3]}-0`, event);
    expect(idsOf(await gotLive)).to.deep.equal(expected);
    const past = client.subscribeToAll({ fromPosition: START, filter });
    expect(idsOf(await collectUntil(past, isLast))).to.deep.equal(expected);
  });
});
