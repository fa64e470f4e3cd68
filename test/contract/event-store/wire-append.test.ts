/** Appends that the official client would not send, or whose responses it shows only in part. */
import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { serverIsForeign } from '../../support/event-store/embedded-node.js';
import type { WireEvent } from '../../support/event-store/streams-wire.js';
import { uniqueStream } from '../../support/event-store/event-store-client.js';
import { eventually } from '../../support/eventually.js';
import { type AppendsOnWire, appendsOnWire, errorOf, INVALID_ARGUMENT, MIB } from './appends-on-wire.js';

const NIL = '00000000-0000-0000-0000-000000000000';

describe('event store: appends on the wire', function () {
  this.timeout(60_000);
  let appends: AppendsOnWire;
  before(async () => {
    appends = await appendsOnWire();
  });
  after(() => appends.wire.close());

  describe('the limit of 1 MiB', () => {
    const withinLimit: readonly (readonly [string, WireEvent])[] = [
      ['data of exactly 1 MiB with a long type', { data: new Uint8Array(MIB), type: 'T'.repeat(900) }],
      ['metadata of 3 MB', { metadata: new Uint8Array(3_000_000) }],
    ];
    for (const [what, event] of withinLimit) {
      it(`counts data only: accepts ${what}`, async () => {
        const stream = uniqueStream();
        await appends.append(stream, event);
        expect((await appends.batch({ stream, events: [event] })).hasSuccess()).to.equal(true);
        expect(await appends.countIn(stream)).to.equal(2);
      });
    }

    it('refuses one byte more', async () => {
      const stream = uniqueStream();
      const event = { data: new Uint8Array(MIB + 1) };
      const { error } = await appends.wire.append(stream, [event]);
      expect(error).to.include({
        code: status.INVALID_ARGUMENT,
        details: `Maximum Append Size of ${MIB} Exceeded.`,
      });
      expect(errorOf(await appends.batch({ stream, events: [event] }))).to.deep.equal({
        code: INVALID_ARGUMENT,
        message: 'MaximumAppendSizeExceeded',
      });
      expect(await appends.countIn(stream)).to.equal(0);
    });
  });

  describe('without events', () => {
    it('return a position and store nothing', async () => {
      const stream = uniqueStream();
      const fresh = await appends.append(stream);
      expect(fresh.hasNoStream()).to.equal(true);
      expect(fresh.hasPosition()).to.equal(true);
      expect(await appends.countIn(stream)).to.equal(0);
      await appends.append(stream, {}, {});
      const existing = await appends.append(stream);
      expect(existing.getCurrentRevision()).to.equal('1');
      expect(existing.hasPosition()).to.equal(true);
      const inBatch = (await appends.batch({ stream })).getSuccess()!;
      expect(inBatch.getCurrentRevision()).to.equal('1');
      expect(inBatch.hasPosition()).to.equal(true);
      expect(await appends.countIn(stream)).to.equal(2);
    });

    it('are refused at another revision', async () => {
      const stream = uniqueStream();
      await appends.append(stream, {}, {});
      const { answers } = await appends.wire.append(stream, [], 0n);
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
        const { error } = await appends.wire.append(stream, [event]);
        expect(error?.code).to.equal(status.UNKNOWN);
        expect(errorOf(await appends.batch({ stream, events: [{}, event] }))).to.deep.equal({
          code: INVALID_ARGUMENT,
          message: 'BadRequest',
        });
        expect(await appends.countIn(stream)).to.equal(0);
      });
    }

    it('are refused: no stream name', async () => {
      expect((await appends.wire.append('', [{}])).error?.code).to.equal(status.UNKNOWN);
      expect(errorOf(await appends.batch({ stream: '', events: [{}] })).code).to.equal(INVALID_ARGUMENT);
    });

    it('are refused: the zero UUID for correlation', async () => {
      const stream = uniqueStream();
      const request = { correlationId: NIL, stream, events: [{}] };
      const { answers } = await appends.wire.batchAppend([request], ({ length }) => length > 0);
      expect(errorOf(answers[0]!).code).to.equal(INVALID_ARGUMENT);
      expect(await appends.countIn(stream)).to.equal(0);
    });
  });

  it("accept all of .NET's spellings of an event id as equal", async () => {
    const id = randomUUID();
    const spellings = [id, id.toUpperCase(), `{${id}}`, `(${id})`, id.replaceAll('-', '')];
    const stream = uniqueStream();
    await appends.append(stream, ...spellings.map((spelling) => ({ id: spelling })));
    const { answers } = await appends.wire.read({ stream, count: 10 });
    const ids = answers.map((answer) => answer.getEvent()!.getEvent()!.getId()!.getString());
    expect(ids).to.deep.equal(spellings.map(() => id));
  });

  if (!serverIsForeign()) {
    it('to the metadata of no stream are refused, although EventStoreDB 23.10.6 crashes', async () => {
      expect((await appends.wire.append('$$', [{}])).error?.code).to.equal(status.UNKNOWN);
      expect(errorOf(await appends.batch({ stream: '$$', events: [{}] })).code).to.equal(INVALID_ARGUMENT);
    });

    it('are also limited in the size of everything except data', async () => {
      const stream = uniqueStream();
      const fat = Array.from({ length: 6 }, () => ({
        data: new Uint8Array(),
        metadata: new Uint8Array(3 * MIB),
      }));
      expect((await appends.wire.append(stream, fat)).error?.code).to.equal(status.INVALID_ARGUMENT);
      expect(await appends.countIn(stream)).to.equal(0);
    });
  }

  describe('repeated without an exact revision', () => {
    it('are recognised in the first stream that used their ids, and in no other', async () => {
      const [first, second] = [uniqueStream(), uniqueStream()];
      const event = { id: randomUUID() };
      await appends.append(first, event);
      await appends.append(second, event);
      await appends.append(second, event);
      await appends.append(first, event);
      expect([await appends.countIn(first), await appends.countIn(second)]).to.deep.equal([1, 2]);
    });

    it('return the position at which the ids were first used', async () => {
      const stream = uniqueStream();
      const event = { id: randomUUID() };
      const both = await appends.append(stream, event, event);
      expect(both.getCurrentRevision()).to.equal('1');
      expect((await appends.append(stream, event)).getCurrentRevision()).to.equal('0');
      expect(await appends.countIn(stream)).to.equal(2);
    });

    for (const expected of ['any', 'no_stream'] as const) {
      it(`concurrently (${expected}) are stored once; those asked to retry then succeed`, async () => {
        const stream = uniqueStream();
        const events = [{ id: randomUUID() }];
        const attempts = await Promise.all(
          Array.from({ length: 8 }, () => appends.wire.append(stream, events, expected)),
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
          const { answers, error } = await appends.wire.append(stream, events, expected);
          if (error !== undefined) throw error;
          return answers[0]!.getSuccess()!;
        });
        expect(again.getCurrentRevision()).to.equal('0');
        expect(await appends.countIn(stream)).to.equal(1);
      });
    }
  });
});
