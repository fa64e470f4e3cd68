import { once } from 'node:events';
import { END, START, streamNameFilter, type EventStoreDBClient } from '@eventstore/db-client';
import { expect } from 'chai';
import {
  collectUntil,
  connect,
  idsOf,
  numberedEvents,
  uniqueStream,
} from '../../support/event-store/event-store-client.js';

describe('event store: subscriptions to $all', () => {
  let client: EventStoreDBClient;
  before(async () => {
    client = await connect();
  });
  after(() => client.dispose());

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
