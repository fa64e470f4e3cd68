import {
  ANY,
  BACKWARDS,
  END,
  NO_STREAM,
  START,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { expect } from 'chai';
import {
  collect,
  collectUntil,
  connect,
  eventOf,
  idsOf,
  numberedEvent,
  numberedEvents,
  proposedIds,
  rejectionOf,
  uniqueStream,
} from '../../support/event-store/event-store-client.js';

describe('event store: deleting streams', function () {
  this.timeout(60_000);
  let client: EventStoreDBClient;
  before(async () => {
    client = await connect();
  });
  after(() => client.dispose());

  const streamOf = async (count: number) => {
    const stream = uniqueStream();
    const result = await client.appendToStream(stream, numberedEvents(count));
    return { stream, result };
  };
  const read = async (stream: string) => collect(client.readStream(stream));

  describe('softly', () => {
    it('hides the stream and returns the position of the deletion', async () => {
      const { stream, result } = await streamOf(3);
      const { position } = await client.deleteStream(stream);
      expect(position!.commit > result.position!.commit).to.equal(true);
      expect(await rejectionOf(read(stream))).to.be.instanceOf(StreamNotFoundError);
      const backwards = client.readStream(stream, { direction: BACKWARDS, fromRevision: END });
      expect(await rejectionOf(collect(backwards))).to.be.instanceOf(StreamNotFoundError);
    });

    for (const expectedRevision of [ANY, NO_STREAM, 2n] as const) {
      it(`lets an append with expected revision ${expectedRevision} recreate the stream`, async () => {
        const { stream } = await streamOf(3);
        await client.deleteStream(stream);
        const events = numberedEvents(2);
        const result = await client.appendToStream(stream, events, { expectedRevision });
        expect(result.nextExpectedRevision).to.equal(4n);
        const found = await read(stream);
        expect(idsOf(found)).to.deep.equal(proposedIds(events));
        expect(found.map(({ event }) => event?.revision)).to.deep.equal([3n, 4n]);
        const { metadata } = await client.getStreamMetadata(stream);
        expect(metadata).to.deep.include({ truncateBefore: 3 });
      });
    }

    it('refuses appends that expect the stream to exist', async () => {
      const { stream } = await streamOf(1);
      await client.deleteStream(stream);
      const append = client.appendToStream(stream, numberedEvent(1), { expectedRevision: STREAM_EXISTS });
      expect(await rejectionOf(append)).to.be.instanceOf(StreamDeletedError);
    });

    it('requires the expected revision', async () => {
      const { stream } = await streamOf(2);
      for (const expectedRevision of [0n, 5n, NO_STREAM] as const) {
        const error = await rejectionOf(client.deleteStream(stream, { expectedRevision }));
        expect(error).to.be.instanceOf(WrongExpectedVersionError);
        expect(error).to.include({ streamName: stream, actualVersion: 1n });
      }
      expect(await read(stream)).to.have.length(2);
      await client.deleteStream(stream, { expectedRevision: 1n });
      expect(await rejectionOf(read(stream))).to.be.instanceOf(StreamNotFoundError);
    });

    it('refuses a stream that never existed', async () => {
      expect(await rejectionOf(client.deleteStream(uniqueStream()))).to.be.instanceOf(
        WrongExpectedVersionError,
      );
    });

    it('can be repeated', async () => {
      const { stream } = await streamOf(1);
      for (let round = 0; round < 3; round += 1) {
        await client.deleteStream(stream);
        expect(await rejectionOf(read(stream))).to.be.instanceOf(StreamNotFoundError);
        const event = numberedEvent(round);
        await client.appendToStream(stream, event, { expectedRevision: NO_STREAM });
        expect(idsOf(await read(stream))).to.deep.equal([event.id]);
      }
    });

    it('is undone by new metadata, which keeps the old events hidden', async () => {
      const { stream } = await streamOf(2);
      await client.deleteStream(stream);
      await client.setStreamMetadata(stream, { maxCount: 5 });
      const { metadata } = await client.getStreamMetadata(stream);
      expect(metadata).to.deep.equal({ maxCount: 5, truncateBefore: 2 });
      const event = numberedEvent(2);
      await client.appendToStream(stream, event, { expectedRevision: 1n });
      expect(idsOf(await read(stream))).to.deep.equal([event.id]);
    });

    it('keeps the events in $all', async () => {
      const { stream, result } = await streamOf(1);
      await client.deleteStream(stream);
      const [found] = await collect(client.readAll({ fromPosition: result.position!, maxCount: 1 }));
      expect(eventOf(found!).streamId).to.equal(stream);
    });
  });

  describe('permanently', () => {
    it('ends reading, appending and deleting', async () => {
      const { stream } = await streamOf(2);
      const { position } = await client.tombstoneStream(stream);
      expect(position!.commit > 0n).to.equal(true);
      const attempts = [
        () => read(stream),
        () => collect(client.readStream(stream, { direction: BACKWARDS, fromRevision: END })),
        () => client.appendToStream(stream, numberedEvent(1), { expectedRevision: NO_STREAM }),
        () => client.deleteStream(stream),
        () => client.tombstoneStream(stream),
      ];
      for (const attempt of attempts) {
        const error = await rejectionOf(attempt());
        expect(error).to.be.instanceOf(StreamDeletedError);
        expect(error).to.have.property('streamName', stream);
      }
    });

    it('requires the expected revision', async () => {
      const { stream } = await streamOf(2);
      for (const expectedRevision of [0n, NO_STREAM] as const) {
        const error = await rejectionOf(client.tombstoneStream(stream, { expectedRevision }));
        expect(error).to.be.instanceOf(WrongExpectedVersionError);
      }
      await client.tombstoneStream(stream, { expectedRevision: 1n });
      expect(await rejectionOf(read(stream))).to.be.instanceOf(StreamDeletedError);
    });

    it('works before the first event and after a soft delete', async () => {
      const never = uniqueStream();
      await client.tombstoneStream(never, { expectedRevision: NO_STREAM });
      const { stream } = await streamOf(1);
      await client.deleteStream(stream);
      await client.tombstoneStream(stream);
      for (const deleted of [never, stream]) {
        expect(await rejectionOf(read(deleted))).to.be.instanceOf(StreamDeletedError);
      }
    });

    it('leaves the tombstone in $all', async () => {
      const { stream } = await streamOf(1);
      const { position } = await client.tombstoneStream(stream);
      const found = await collectUntil(client.readAll({ fromPosition: position ?? START }), (all) =>
        all.some(({ event }) => event?.streamId === stream),
      );
      const tombstone = found.find(({ event }) => event?.streamId === stream)!;
      expect(eventOf(tombstone).type).to.equal('$streamDeleted');
    });
  });
});
