/** Appends that the official client would not send, or whose responses it shows only in part. */
import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { serverIsForeign, sharedEventStore } from '../../support/embedded-node.js';
import { streamsWire, type WireBatch, type WireEvent } from '../../support/streams-wire.js';
import { uniqueStream } from '../../support/event-store-client.js';
import { eventually } from '../../support/eventually.js';

const MIB = 1024 * 1024;
const NIL = '00000000-0000-0000-0000-000000000000';

/** Codes of google.rpc. */
const INVALID_ARGUMENT = 3;
const DEADLINE_EXCEEDED = 4;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;

describe('event store: appends on the wire', function () {
  this.timeout(60_000);
  let wire: ReturnType<typeof streamsWire>;
  before(async () => {
    wire = streamsWire(await sharedEventStore());
  });
  after(() => wire.close());

  const countIn = async (stream: string): Promise<number> => {
    const { answers } = await wire.read({ stream, count: 100 });
    return answers.filter((answer) => answer.hasEvent()).length;
  };

  /** The first response to one append of a batch call. */
  const batch = async (request: Omit<WireBatch, 'correlationId'>): Promise<BatchAppendResp> => {
    const all = [{ correlationId: randomUUID(), ...request }];
    const { answers } = await wire.batchAppend(all, ({ length }) => length > 0);
    return answers[0]!;
  };

  const errorOf = (answer: BatchAppendResp): { code: number; message: string } => {
    // The client's declarations use another type for google.rpc.Status, with the same content.
    const error = answer.getError() as unknown as { getCode: () => number; getMessage: () => string };
    return { code: error.getCode(), message: error.getMessage() };
  };

  const append = async (stream: string, ...events: readonly WireEvent[]) => {
    const { answers, error } = await wire.append(stream, events);
    if (error !== undefined) throw error;
    return answers[0]!.getSuccess()!;
  };

  describe('the limit of 1 MiB', () => {
    const withinLimit: readonly (readonly [string, WireEvent])[] = [
      ['data of exactly 1 MiB with a long type', { data: new Uint8Array(MIB), type: 'T'.repeat(900) }],
      ['metadata of 3 MB', { metadata: new Uint8Array(3_000_000) }],
    ];
    for (const [what, event] of withinLimit) {
      it(`counts data only: accepts ${what}`, async () => {
        const stream = uniqueStream();
        await append(stream, event);
        expect((await batch({ stream, events: [event] })).hasSuccess()).to.equal(true);
        expect(await countIn(stream)).to.equal(2);
      });
    }

    it('refuses one byte more', async () => {
      const stream = uniqueStream();
      const event = { data: new Uint8Array(MIB + 1) };
      const { error } = await wire.append(stream, [event]);
      expect(error).to.include({
        code: status.INVALID_ARGUMENT,
        details: `Maximum Append Size of ${MIB} Exceeded.`,
      });
      expect(errorOf(await batch({ stream, events: [event] }))).to.deep.equal({
        code: INVALID_ARGUMENT,
        message: 'MaximumAppendSizeExceeded',
      });
      expect(await countIn(stream)).to.equal(0);
    });
  });

  describe('without events', () => {
    it('return a position and store nothing', async () => {
      const stream = uniqueStream();
      const fresh = await append(stream);
      expect(fresh.hasNoStream()).to.equal(true);
      expect(fresh.hasPosition()).to.equal(true);
      expect(await countIn(stream)).to.equal(0);
      await append(stream, {}, {});
      const existing = await append(stream);
      expect(existing.getCurrentRevision()).to.equal('1');
      expect(existing.hasPosition()).to.equal(true);
      const inBatch = (await batch({ stream })).getSuccess()!;
      expect(inBatch.getCurrentRevision()).to.equal('1');
      expect(inBatch.hasPosition()).to.equal(true);
      expect(await countIn(stream)).to.equal(2);
    });

    it('are refused at another revision', async () => {
      const stream = uniqueStream();
      await append(stream, {}, {});
      const { answers } = await wire.append(stream, [], 0n);
      expect(answers[0]!.getWrongExpectedVersion()!.getCurrentRevision()).to.equal('1');
    });
  });

  describe('that are invalid', () => {
    const refused: readonly (readonly [string, WireEvent])[] = [
      ['the zero UUID', { id: NIL }],
      ['an id that is not a UUID', { id: 'nonsense' }],
      ['an empty type', { type: '' }],
    ];
    for (const [what, event] of refused) {
      it(`are refused: ${what}`, async () => {
        const stream = uniqueStream();
        const { error } = await wire.append(stream, [event]);
        expect(error?.code).to.equal(status.UNKNOWN);
        expect(errorOf(await batch({ stream, events: [{}, event] }))).to.deep.equal({
          code: INVALID_ARGUMENT,
          message: 'BadRequest',
        });
        expect(await countIn(stream)).to.equal(0);
      });
    }

    it('are refused: no stream name', async () => {
      expect((await wire.append('', [{}])).error?.code).to.equal(status.UNKNOWN);
      expect(errorOf(await batch({ stream: '', events: [{}] })).code).to.equal(INVALID_ARGUMENT);
    });

    it('are refused: the zero UUID for correlation', async () => {
      const stream = uniqueStream();
      const request = { correlationId: NIL, stream, events: [{}] };
      const { answers } = await wire.batchAppend([request], ({ length }) => length > 0);
      expect(errorOf(answers[0]!).code).to.equal(INVALID_ARGUMENT);
      expect(await countIn(stream)).to.equal(0);
    });
  });

  it("accept all of .NET's spellings of an event id as equal", async () => {
    const id = randomUUID();
    const spellings = [id, id.toUpperCase(), `{${id}}`, `(${id})`, id.replaceAll('-', '')];
    const stream = uniqueStream();
    await append(stream, ...spellings.map((spelling) => ({ id: spelling })));
    const { answers } = await wire.read({ stream, count: 10 });
    const ids = answers.map((answer) => answer.getEvent()!.getEvent()!.getId()!.getString());
    expect(ids).to.deep.equal(spellings.map(() => id));
  });

  it('in a batch, at another revision or to a deleted stream, return their own error codes', async () => {
    const stream = uniqueStream();
    await append(stream, {});
    const conflict = errorOf(await batch({ stream, expected: 'no_stream', events: [{}] }));
    expect(conflict).to.deep.equal({ code: ALREADY_EXISTS, message: 'WrongExpectedVersion' });
    await wire.tombstone(stream);
    const deleted = errorOf(await batch({ stream, events: [{}] }));
    expect(deleted).to.deep.equal({ code: NOT_FOUND, message: 'StreamDeleted' });
  });

  describe('in a batch with a deadline', () => {
    const timeout = { code: DEADLINE_EXCEEDED, message: 'Timeout' };
    const passed: readonly (readonly [string, Partial<WireBatch>])[] = [
      ['that is complete', {}],
      ['that is not complete', { isFinal: false }],
      ['that is too large', { events: [{ data: new Uint8Array(2 * MIB) }] }],
      ['with an impossible event', { events: [{ id: NIL }] }],
    ];
    for (const [what, request] of passed) {
      it(`are answered at once after it has passed, before any other check: one ${what}`, async () => {
        const stream = uniqueStream();
        const answer = await batch({ stream, events: [{}], deadline: Date.now() - 1000, ...request });
        expect(errorOf(answer)).to.deep.equal(timeout);
        expect(await countIn(stream)).to.equal(0);
      });
    }

    it('are dropped if the last message does not arrive in time', async () => {
      const stream = uniqueStream();
      const answer = await batch({ stream, events: [{}], deadline: Date.now() + 100, isFinal: false });
      expect(errorOf(answer)).to.deep.equal(timeout);
      expect(await countIn(stream)).to.equal(0);
    });
  });

  it('in a batch call that is half-closed at once are answered nevertheless', async () => {
    const [stream, correlationId] = [uniqueStream(), randomUUID()];
    const request = { correlationId, stream, events: [{}] };
    const { answers } = await wire.batchAppend([request], ({ length }) => length === 1, 'half-close');
    expect(answers.map((answer) => answer.hasSuccess())).to.deep.equal([true]);
    expect(await countIn(stream)).to.equal(1);
  });

  if (!serverIsForeign()) {
    // EventStoreDB 23.10.6 ends such a call after one response, or not at all if all were sent before.
    it('in a half-closed batch call are all answered before the call ends', async () => {
      const stream = uniqueStream();
      const requests = Array.from({ length: 5 }, () => ({
        correlationId: randomUUID(),
        stream,
        events: [{}],
      }));
      const toTheEnd = () => false;
      expect((await wire.batchAppend(requests, toTheEnd, 'half-close')).answers).to.have.length(5);
      expect((await wire.batchAppend([], toTheEnd, 'half-close')).answers).to.deep.equal([]);
    });

    it('to the metadata of no stream are refused, although EventStoreDB 23.10.6 crashes', async () => {
      expect((await wire.append('$$', [{}])).error?.code).to.equal(status.UNKNOWN);
      expect(errorOf(await batch({ stream: '$$', events: [{}] })).code).to.equal(INVALID_ARGUMENT);
    });

    it('are also limited in the size of everything except data', async () => {
      const stream = uniqueStream();
      const fat = Array.from({ length: 6 }, () => ({
        data: new Uint8Array(),
        metadata: new Uint8Array(3 * MIB),
      }));
      expect((await wire.append(stream, fat)).error?.code).to.equal(status.INVALID_ARGUMENT);
      expect(await countIn(stream)).to.equal(0);
    });
  }

  describe('repeated without an exact revision', () => {
    it('are recognised in the first stream that used their ids, and in no other', async () => {
      const [first, second] = [uniqueStream(), uniqueStream()];
      const event = { id: randomUUID() };
      await append(first, event);
      await append(second, event);
      await append(second, event);
      await append(first, event);
      expect([await countIn(first), await countIn(second)]).to.deep.equal([1, 2]);
    });

    it('return the position at which the ids were first used', async () => {
      const stream = uniqueStream();
      const event = { id: randomUUID() };
      const both = await append(stream, event, event);
      expect(both.getCurrentRevision()).to.equal('1');
      expect((await append(stream, event)).getCurrentRevision()).to.equal('0');
      expect(await countIn(stream)).to.equal(2);
    });

    for (const expected of ['any', 'no_stream'] as const) {
      it(`concurrently (${expected}) are stored once; those asked to retry then succeed`, async () => {
        const stream = uniqueStream();
        const events = [{ id: randomUUID() }];
        const attempts = await Promise.all(
          Array.from({ length: 8 }, () => wire.append(stream, events, expected)),
        );
        expect(attempts.filter(({ error }) => error === undefined)).to.have.length.greaterThan(0);
        for (const { error } of attempts) {
          if (error === undefined) continue;
          expect(error).to.include({
            code: status.ABORTED,
            details: 'Operation timed out: Commit phase timeout.',
          });
        }
        const again = await eventually(async () => {
          const { answers, error } = await wire.append(stream, events, expected);
          if (error !== undefined) throw error;
          return answers[0]!.getSuccess()!;
        });
        expect(again.getCurrentRevision()).to.equal('0');
        expect(await countIn(stream)).to.equal(1);
      });
    }
  });
});
