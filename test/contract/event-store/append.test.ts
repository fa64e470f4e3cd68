import { randomUUID } from 'node:crypto';
import {
  binaryEvent,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { expect } from 'chai';
import {
  collect,
  connect,
  eventOf,
  idsOf,
  numberedEvent,
  numberedEvents,
  proposedIds,
  rejectionOf,
  uniqueStream,
} from '../../support/event-store/event-store-client.js';

describe('event store: append', () => {
  let client: EventStoreDBClient;
  before(async () => {
    client = await connect();
  });
  after(() => client.dispose());

  const append = (stream: string, events: Parameters<EventStoreDBClient['appendToStream']>[1], more = {}) =>
    client.appendToStream(stream, events, more);

  const idsIn = async (stream: string) => idsOf(await collect(client.readStream(stream)));

  it('returns increasing positions, at which $all has the events', async () => {
    const stream = uniqueStream();
    const first = await append(stream, numberedEvent(0));
    const second = await append(stream, numberedEvent(1));
    expect(second.position?.commit).to.be.a('bigint');
    expect(second.position!.commit > first.position!.commit).to.equal(true);
    const [found] = await collect(client.readAll({ fromPosition: second.position!, maxCount: 1 }));
    expect(eventOf(found!)).to.include({ streamId: stream, revision: 1n });
  });

  it('stores JSON, binary data and metadata of both kinds exactly', async () => {
    const stream = uniqueStream('Ümlaut 流');
    const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);
    const data = { text: 'naïve 🎬 "quoted"', number: -1.5e-9, nested: { list: [1, null, true] } };
    const id = randomUUID().toUpperCase();
    await append(stream, [
      jsonEvent({ id, type: 'Jsoñ', data, metadata: { by: 'me' } }),
      binaryEvent({ type: 'Binary', data: bytes, metadata: bytes }),
      jsonEvent({ type: 'Bare', data: {} }),
    ]);
    const [json, binary, bare] = await collect(client.readStream(stream));
    expect(json?.event).to.deep.include({ type: 'Jsoñ', data, metadata: { by: 'me' }, isJson: true });
    expect(json?.event).to.include({ id: id.toLowerCase(), streamId: stream, revision: 0n });
    expect(binary?.event).to.include({ type: 'Binary', isJson: false, revision: 1n });
    expect([...(binary!.event!.data as Uint8Array)]).to.deep.equal([...bytes]);
    expect([...(binary!.event!.metadata as Uint8Array)]).to.deep.equal([...bytes]);
    expect(bare?.event?.metadata).to.equal(undefined);
  });

  it('records the time of each event', async () => {
    const stream = uniqueStream();
    const dayBefore = Date.now() - 86_400_000;
    await append(stream, numberedEvent(0));
    const [read] = await collect(client.readStream(stream));
    expect(read!.event!.created).to.be.instanceOf(Date);
    expect(read!.event!.created.getTime()).to.be.within(dayBefore, dayBefore + 2 * 86_400_000);
  });

  it('refuses more than 1 MiB in one append and stores nothing of it', async () => {
    const stream = uniqueStream();
    const half = () => binaryEvent({ type: 'Large', data: new Uint8Array(600 * 1024) });
    const error = await rejectionOf(append(stream, [half(), half()]));
    expect(error).to.be.instanceOf(MaxAppendSizeExceededError);
    expect(error).to.have.property('maxAppendSize', 1024 * 1024);
    await append(stream, half(), { expectedRevision: NO_STREAM });
    const [read] = await collect(client.readStream(stream));
    expect(read?.event?.data).to.have.length(600 * 1024);
  });

  it('accepts exactly one of many concurrent appends at the same revision', async () => {
    const stream = uniqueStream();
    const attempts = await Promise.allSettled(
      numberedEvents(20).map((event) => append(stream, event, { expectedRevision: NO_STREAM })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    expect(await idsIn(stream)).to.have.length(1);
  });

  it('stores all of many concurrent appends without expected revision, each batch contiguously', async () => {
    const stream = uniqueStream();
    const batches = Array.from({ length: 30 }, () => numberedEvents(3));
    const results = await Promise.all(batches.map((batch) => append(stream, batch)));
    const ids = await idsIn(stream);
    expect(ids).to.have.length(90);
    for (const [index, batch] of batches.entries()) {
      const last = Number(results[index]!.nextExpectedRevision);
      expect(ids.slice(last - 2, last + 1)).to.deep.equal(proposedIds(batch));
    }
  });
});
