import { once } from 'node:events';
import {
  END,
  eventTypeFilter,
  START,
  streamNameFilter,
  type EventStoreDBClient,
  type Filter,
  type Position,
} from '@eventstore/db-client';
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

  /** The filter, for streams and types that start with a word, and the events that match it. */
  const filters: readonly (readonly [string, (word: string) => Filter, readonly number[]])[] = [
    ['stream prefixes', (word) => streamNameFilter({ prefixes: [`${word}a`, `${word}c`] }), [0, 2, 3, 5]],
    ['type prefixes', (word) => eventTypeFilter({ prefixes: [`${word}X`] }), [0, 1, 2]],
  ];
  for (const [kind, filterFor, expected] of filters) {
    it(`deliver only what ${kind} match, live and from the past`, async () => {
      const word = uniqueStream('filtered').replaceAll('-', '');
      const filter = filterFor(word);
      const events = numberedEvents(3, `${word}X1`).concat(numberedEvents(3, `${word}Y2`));
      const isLast = (all: readonly unknown[]) => all.length === expected.length;
      const live = client.subscribeToAll({ fromPosition: END, filter });
      const gotLive = collectUntil(live, isLast);
      await once(live, 'caughtUp');
      for (const [index, event] of events.entries()) {
        await client.appendToStream(`${word}${'abc'[index % 3]}-0`, event);
      }
      const ids = expected.map((index) => events[index]!.id);
      expect(idsOf(await gotLive)).to.deep.equal(ids);
      const past = client.subscribeToAll({ fromPosition: START, filter });
      expect(idsOf(await collectUntil(past, isLast))).to.deep.equal(ids);
    });
  }

  it('report checkpoints from which no matching event is missed', async () => {
    const type = uniqueStream('Rare');
    const noise = uniqueStream();
    const rare = uniqueStream();
    const { position: begin } = await client.appendToStream(noise, numberedEvents(10));
    for (let round = 0; round < 8; round += 1) {
      await client.appendToStream(noise, numberedEvents(40));
      await client.appendToStream(rare, numberedEvent(round, type));
    }
    const seen: { at: bigint; what: 'event' | 'checkpoint' }[] = [];
    const subscription = client.subscribeToAll({
      fromPosition: begin!,
      filter: eventTypeFilter({
        prefixes: [type],
        maxSearchWindow: 10,
        checkpointInterval: 2,
        checkpointReached: (_subscription, { commit }: Position) =>
          void seen.push({ at: commit, what: 'checkpoint' }),
      }),
    });
    subscription.on('data', (resolved) =>
      seen.push({ at: eventOf(resolved).position.commit, what: 'event' }),
    );
    await once(subscription, 'caughtUp');
    await subscription.unsubscribe();

    const checkpoints = seen.filter(({ what }) => what === 'checkpoint').map(({ at }) => at);
    expect(checkpoints.length).to.be.within(10, 20);
    expect(checkpoints).to.deep.equal(checkpoints.toSorted((a, b) => (a < b ? -1 : 1)));
    const found = seen.filter(({ what }) => what === 'event').map(({ at }) => at);
    expect(found).to.have.length(8);
    for (const [index, { at, what }] of seen.entries()) {
      if (what !== 'checkpoint') continue;
      const passedBefore = seen.slice(0, index).filter((other) => other.what === 'event');
      expect(passedBefore.length).to.equal(found.filter((position) => position <= at).length);
    }
  });
});
