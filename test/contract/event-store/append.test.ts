import { randomUUID } from 'node:crypto';
import {
  binaryEvent,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  WrongExpectedVersionError,
  type AppendToStreamOptions,
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

/** By default the client uses the batch call; it uses the classic one if credentials are passed with the append. */
const paths: readonly (readonly [string, AppendToStreamOptions])[] = [
  ['batch append', {}],
  ['classic append', { credentials: { username: 'admin', password: 'changeit' } }],
];

for (const [path, options] of paths) {
  describe(`event store: ${path}`, function () {
    this.timeout(60_000);
    let client: EventStoreDBClient;
    before(async () => {
      client = await connect();
    });
    after(() => client.dispose());

    const append = (stream: string, events: Parameters<EventStoreDBClient['appendToStream']>[1], more = {}) =>
      client.appendToStream(stream, events, { ...options, ...more });

    const idsIn = async (stream: string) => idsOf(await collect(client.readStream(stream)));

    it('appends to a new stream and returns its new revision', async () => {
      const stream = uniqueStream();
      const result = await append(stream, numberedEvents(3), { expectedRevision: NO_STREAM });
      expect(result.success).to.equal(true);
      expect(result.nextExpectedRevision).to.equal(2n);
      const next = await append(stream, numberedEvent(3), { expectedRevision: 2n });
      expect(next.nextExpectedRevision).to.equal(3n);
    });

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

    const conflicts = [
      { when: 'no stream is expected but one exists', events: 1, expectedRevision: NO_STREAM, actual: 0n },
      {
        when: 'a stream is expected but none exists',
        events: 0,
        expectedRevision: STREAM_EXISTS,
        actual: NO_STREAM,
      },
      {
        when: 'a revision is expected but no stream exists',
        events: 0,
        expectedRevision: 0n,
        actual: NO_STREAM,
      },
      { when: 'the expected revision is behind', events: 3, expectedRevision: 1n, actual: 2n },
      { when: 'the expected revision is ahead', events: 3, expectedRevision: 7n, actual: 2n },
    ] as const;
    for (const { when, events, expectedRevision, actual } of conflicts) {
      it(`refuses if ${when}`, async () => {
        const stream = uniqueStream();
        if (events > 0) await append(stream, numberedEvents(events));
        const error = await rejectionOf(append(stream, numberedEvent(9), { expectedRevision }));
        expect(error).to.be.instanceOf(WrongExpectedVersionError);
        expect(error).to.include({
          streamName: stream,
          expectedVersion: expectedRevision,
          actualVersion: actual,
        });
        if (events > 0) expect(await idsIn(stream)).to.have.length(events);
      });
    }

    it('appends to an existing stream if one is expected', async () => {
      const stream = uniqueStream();
      await append(stream, numberedEvent(0));
      const result = await append(stream, numberedEvent(1), { expectedRevision: STREAM_EXISTS });
      expect(result.nextExpectedRevision).to.equal(1n);
    });

    for (const expectedRevision of [NO_STREAM, 1n] as const) {
      it(`recognises a repeated append with expected revision ${expectedRevision}`, async () => {
        const stream = uniqueStream();
        const before = expectedRevision === NO_STREAM ? [] : numberedEvents(2);
        if (before.length > 0) await append(stream, before);
        const events = numberedEvents(2);
        const first = await append(stream, events, { expectedRevision });
        await append(stream, numberedEvent(7));
        const repeated = await append(stream, events, { expectedRevision });
        expect(repeated.success).to.equal(true);
        expect(repeated.nextExpectedRevision).to.equal(first.nextExpectedRevision);
        expect((await idsIn(stream)).slice(0, -1)).to.deep.equal(proposedIds([...before, ...events]));
      });
    }

    it('refuses a repetition that differs after its first event', async () => {
      const stream = uniqueStream();
      const events = numberedEvents(2);
      await append(stream, events, { expectedRevision: NO_STREAM });
      const mixed = [events[0]!, numberedEvent(5)];
      const error = await rejectionOf(append(stream, mixed, { expectedRevision: NO_STREAM }));
      expect(error).to.be.instanceOf(WrongExpectedVersionError);
      expect(await idsIn(stream)).to.deep.equal(proposedIds(events));
    });

    it('treats a repetition at the head with another expected revision as a new append', async () => {
      const stream = uniqueStream();
      const event = numberedEvent(0);
      await append(stream, event, { expectedRevision: NO_STREAM });
      await append(stream, event, { expectedRevision: 0n });
      expect(await idsIn(stream)).to.deep.equal([event.id, event.id]);
    });

    it('permits the same event id in different streams', async () => {
      const event = numberedEvent(0);
      const streams = [uniqueStream(), uniqueStream()];
      for (const stream of streams) await append(stream, event);
      for (const stream of streams) expect(await idsIn(stream)).to.deep.equal([event.id]);
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
}
