import {
  BACKWARDS,
  binaryEvent,
  END,
  type EventStoreDBClient,
  type JSONEventData,
  type ReadStreamOptions,
} from '@eventstore/db-client';
import { expect } from 'chai';
import {
  collect,
  connect,
  idsOf,
  numberedEvents,
  proposedIds,
  uniqueStream,
} from '../../support/event-store/event-store-client.js';

describe('event store: reading a stream', () => {
  const COUNT = 1200;
  let client: EventStoreDBClient;
  const stream = uniqueStream();
  let events: JSONEventData[];
  before(async () => {
    client = await connect();
    events = numberedEvents(COUNT);
    await client.appendToStream(stream, events);
  });
  after(() => client.dispose());

  const read = async (options: ReadStreamOptions) => idsOf(await collect(client.readStream(stream, options)));
  const ids = (from: number, to: number) => proposedIds(events.slice(from, to));

  it('has all events in both directions, and stops at the limit, within a page or after several', async () => {
    for (const maxCount of [1, 500, 1001, COUNT]) {
      expect(await read({ maxCount })).to.deep.equal(ids(0, maxCount));
      const backwards = await read({ maxCount, direction: BACKWARDS, fromRevision: END });
      expect(backwards).to.deep.equal(ids(COUNT - maxCount, COUNT).toReversed());
    }
  });

  it('returns many large events', async () => {
    const large = uniqueStream();
    for (let number = 0; number < 12; number += 1) {
      const data = new Uint8Array(900 * 1024).fill(number);
      await client.appendToStream(large, binaryEvent({ type: 'Large', data }));
    }
    const all = await collect(client.readStream(large));
    expect(all.map(({ event }) => (event!.data as Uint8Array)[900 * 1024 - 1])).to.deep.equal([
      ...Array(12).keys(),
    ]);
  });
});
