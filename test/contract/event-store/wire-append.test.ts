/** Appends that the official client would not send, or whose responses it shows only in part. */
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { serverIsForeign } from '../../support/event-store/embedded-node.js';
import type { WireEvent } from '../../support/event-store/streams-wire.js';
import { uniqueStream } from '../../support/event-store/event-store-client.js';
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

  if (!serverIsForeign()) {
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
});
