import {
  BACKWARDS,
  END,
  NO_STREAM,
  STREAM_EXISTS,
  WrongExpectedVersionError,
  type EventStoreDBClient,
  type StreamMetadata,
} from '@eventstore/db-client';
import { expect } from 'chai';
import {
  collect,
  connect,
  numberedEvent,
  numberedEvents,
  rejectionOf,
  uniqueStream,
} from '../../support/event-store/event-store-client.js';
import { eventually } from '../../support/eventually.js';

describe('event store: stream metadata', function () {
  this.timeout(60_000);
  let client: EventStoreDBClient;
  before(async () => {
    client = await connect();
  });
  after(() => client.dispose());

  const revisions = async (stream: string, options = {}) =>
    (await collect(client.readStream(stream, options))).map(({ event }) => event?.revision);
  const backwards = { direction: BACKWARDS, fromRevision: END } as const;

  const streamWith = async (count: number, metadata: StreamMetadata) => {
    const stream = uniqueStream();
    await client.appendToStream(stream, numberedEvents(count));
    await client.setStreamMetadata(stream, metadata);
    return stream;
  };

  it('is stored as set, including custom properties', async () => {
    const stream = uniqueStream();
    const metadata = {
      maxCount: 10,
      maxAge: 3600,
      truncateBefore: 2,
      cacheControl: 60,
      acl: { readRoles: ['$all'], writeRoles: ['$admins'], deleteRoles: '$admins' },
      custom: { anything: [1, 'two'] },
    } as unknown as StreamMetadata;
    await client.setStreamMetadata(stream, metadata);
    expect((await client.getStreamMetadata(stream)).metadata).to.deep.equal(metadata);
  });

  it('is absent until set', async () => {
    expect((await client.getStreamMetadata(uniqueStream())).metadata).to.equal(undefined);
  });

  it('has its own expected revisions', async () => {
    const stream = uniqueStream();
    await client.setStreamMetadata(stream, { maxCount: 1 }, { expectedRevision: NO_STREAM });
    const again = client.setStreamMetadata(stream, { maxCount: 2 }, { expectedRevision: NO_STREAM });
    expect(await rejectionOf(again)).to.be.instanceOf(WrongExpectedVersionError);
    await client.setStreamMetadata(stream, { maxCount: 2 }, { expectedRevision: 0n });
    expect((await client.getStreamMetadata(stream)).metadata).to.deep.equal({ maxCount: 2 });
    expect(await revisions(`$$${stream}`)).to.deep.equal([1n]);
  });

  it('makes the stream exist for appends that expect one', async () => {
    const stream = uniqueStream();
    await client.setStreamMetadata(stream, { maxCount: 3 });
    const result = await client.appendToStream(stream, numberedEvent(0), { expectedRevision: STREAM_EXISTS });
    expect(result.nextExpectedRevision).to.equal(0n);
  });

  it('$maxCount keeps only the latest events', async () => {
    const stream = await streamWith(5, { maxCount: 2 });
    expect(await revisions(stream)).to.deep.equal([3n, 4n]);
    expect(await revisions(stream, backwards)).to.deep.equal([4n, 3n]);
    expect(await revisions(stream, { fromRevision: 1n, maxCount: 1 })).to.deep.equal([3n]);
    await client.appendToStream(stream, numberedEvent(5), { expectedRevision: 4n });
    expect(await revisions(stream)).to.deep.equal([4n, 5n]);
  });

  it('$tb hides the events before a revision', async () => {
    const stream = await streamWith(5, { truncateBefore: 3 });
    expect(await revisions(stream)).to.deep.equal([3n, 4n]);
    expect(await revisions(stream, backwards)).to.deep.equal([4n, 3n]);
    await client.setStreamMetadata(stream, { truncateBefore: 9 });
    expect(await revisions(stream)).to.deep.equal([]);
    expect(await revisions(stream, backwards)).to.deep.equal([]);
  });

  it('the stricter of $maxCount and $tb applies', async () => {
    expect(await revisions(await streamWith(6, { maxCount: 4, truncateBefore: 3 }))).to.deep.equal([
      3n,
      4n,
      5n,
    ]);
    expect(await revisions(await streamWith(6, { maxCount: 1, truncateBefore: 3 }))).to.deep.equal([5n]);
  });

  it('$maxAge expires events', async () => {
    const stream = await streamWith(2, { maxAge: 1 });
    await eventually(async () => expect(await revisions(stream)).to.deep.equal([]));
    await client.setStreamMetadata(stream, { maxAge: 3600 });
    expect(await revisions(stream)).to.deep.equal([0n, 1n]);
    expect(await revisions(stream, backwards)).to.deep.equal([1n, 0n]);
  });
});
