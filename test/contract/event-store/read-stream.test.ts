import {
  BACKWARDS,
  binaryEvent,
  END,
  START,
  StreamNotFoundError,
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
  rejectionOf,
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

  it('returns all events in order, however many', async () => {
    const all = await collect(client.readStream(stream));
    expect(idsOf(all)).to.deep.equal(ids(0, COUNT));
    expect(all.map(({ event }) => event?.revision)).to.deep.equal(events.map((_, index) => BigInt(index)));
    expect(all.every(({ event, link }) => event?.streamId === stream && link === undefined)).to.equal(true);
  });

  it('returns them backwards from the end', async () => {
    expect(await read({ direction: BACKWARDS, fromRevision: END })).to.deep.equal(ids(0, COUNT).toReversed());
  });

  it('starts with the given revision in both directions', async () => {
    expect(await read({ fromRevision: 1190n })).to.deep.equal(ids(1190, COUNT));
    expect(await read({ direction: BACKWARDS, fromRevision: 5n })).to.deep.equal(ids(0, 6).toReversed());
    expect(await read({ direction: BACKWARDS, fromRevision: START })).to.deep.equal(ids(0, 1));
  });

  it('stops at the limit, within a page or after several', async () => {
    for (const maxCount of [1, 7, 500, 1001]) {
      expect(await read({ maxCount })).to.deep.equal(ids(0, maxCount));
      const backwards = await read({ maxCount, direction: BACKWARDS, fromRevision: END });
      expect(backwards).to.deep.equal(ids(COUNT - maxCount, COUNT).toReversed());
    }
  });

  it('returns nothing past the end and everything up to it', async () => {
    expect(await read({ fromRevision: BigInt(COUNT) + 5n })).to.deep.equal([]);
    const fromFarBeyond = await read({ direction: BACKWARDS, fromRevision: BigInt(COUNT) + 5n, maxCount: 2 });
    expect(fromFarBeyond.every((id) => ids(COUNT - 2, COUNT).includes(id!))).to.equal(true);
  });

  it('rejects for a stream that was never written to', async () => {
    const missing = uniqueStream('流');
    const error = await rejectionOf(collect(client.readStream(missing)));
    expect(error).to.be.instanceOf(StreamNotFoundError);
    expect(error).to.have.property('streamName', missing);
    const backwards = client.readStream(missing, { direction: BACKWARDS, fromRevision: END });
    expect(await rejectionOf(collect(backwards))).to.be.instanceOf(StreamNotFoundError);
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

  it('can be cancelled half way', async () => {
    const reading = client.readStream(stream);
    for await (const { event } of reading) {
      if (event?.revision === 3n) break;
    }
    await reading.cancel();
    expect(await read({ maxCount: 1 })).to.deep.equal(ids(0, 1));
  });
});
