/** Batch appends that the official client would not send, or whose responses it shows only in part. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { serverIsForeign } from '../../support/event-store/embedded-node.js';
import type { WireBatch } from '../../support/event-store/streams-wire.js';
import { uniqueStream } from '../../support/event-store/event-store-client.js';
import {
  ALREADY_EXISTS,
  type AppendsOnWire,
  appendsOnWire,
  DEADLINE_EXCEEDED,
  errorOf,
  MIB,
} from './appends-on-wire.js';

const NIL = '00000000-0000-0000-0000-000000000000';

describe('event store: batch appends on the wire', function () {
  this.timeout(60_000);
  let appends: AppendsOnWire;
  before(async () => {
    appends = await appendsOnWire();
  });
  after(() => appends.wire.close());

  it('return their specific error code at a wrong revision', async () => {
    const stream = uniqueStream();
    await appends.append(stream, {});
    const conflict = errorOf(await appends.batch({ stream, expected: 'no_stream', events: [{}] }));
    expect(conflict).to.deep.equal({ code: ALREADY_EXISTS, message: 'WrongExpectedVersion' });
  });

  describe('with a deadline', () => {
    const timeout = { code: DEADLINE_EXCEEDED, message: 'Timeout' };
    const passed: readonly (readonly [string, Partial<WireBatch>])[] = [
      ['that is complete', {}],
      ['that is not complete', { isFinal: false }],
      ['that is too large', { events: [{ data: new Uint8Array(2 * MIB) }] }],
      ['with an impossible event', { events: [{ id: NIL }] }],
    ];
    for (const [what, request] of passed) {
      it(`are answered at once if it has passed, before any other check (a batch ${what})`, async () => {
        const stream = uniqueStream();
        const answer = await appends.batch({ stream, events: [{}], deadline: Date.now() - 1000, ...request });
        expect(errorOf(answer)).to.deep.equal(timeout);
        expect(await appends.countIn(stream)).to.equal(0);
      });
    }

    it('are dropped if the last message does not arrive in time', async () => {
      const stream = uniqueStream();
      const answer = await appends.batch({
        stream,
        events: [{}],
        deadline: Date.now() + 100,
        isFinal: false,
      });
      expect(errorOf(answer)).to.deep.equal(timeout);
      expect(await appends.countIn(stream)).to.equal(0);
    });
  });

  it('are answered even if their call is half-closed immediately', async () => {
    const [stream, correlationId] = [uniqueStream(), randomUUID()];
    const request = { correlationId, stream, events: [{}] };
    const { answers } = await appends.wire.batchAppend([request], ({ length }) => length === 1, 'half-close');
    expect(answers.map((answer) => answer.hasSuccess())).to.deep.equal([true]);
    expect(await appends.countIn(stream)).to.equal(1);
  });

  if (!serverIsForeign()) {
    // EventStoreDB 23.10.6 ends such a call after one response, or not at all if all were sent before.
    it('are all answered before a half-closed call ends', async () => {
      const stream = uniqueStream();
      const requests = Array.from({ length: 5 }, () => ({
        correlationId: randomUUID(),
        stream,
        events: [{}],
      }));
      const toTheEnd = () => false;
      expect((await appends.wire.batchAppend(requests, toTheEnd, 'half-close')).answers).to.have.length(5);
      expect((await appends.wire.batchAppend([], toTheEnd, 'half-close')).answers).to.deep.equal([]);
    });
  }
});
