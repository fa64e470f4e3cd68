/** Reads and subscriptions that the official client would not send, or whose responses it shows only in part. */
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { sharedEventStore } from '../../support/event-store/embedded-node.js';
import { streamsWire, type WireEvent, type WireRead } from '../../support/event-store/streams-wire.js';
import { uniqueStream } from '../../support/event-store/event-store-client.js';

const FAR = 1_000_000_000_000n;

describe('event store: reads on the wire', function () {
  this.timeout(60_000);
  let wire: ReturnType<typeof streamsWire>;
  before(async () => {
    wire = streamsWire(await sharedEventStore());
  });
  after(() => wire.close());

  const append = async (stream: string, ...events: readonly WireEvent[]): Promise<bigint> => {
    const { answers, error } = await wire.append(stream, events);
    if (error !== undefined) throw error;
    return BigInt(answers[0]!.getSuccess()!.getPosition()!.getCommitPosition());
  };

  const kindOf = (answer: ReadResp): string => {
    if (answer.hasConfirmation()) return 'confirmation';
    if (answer.hasCaughtUp()) return 'caught up';
    if (answer.hasStreamNotFound()) return 'not found';
    const event = answer.getEvent()?.getEvent();
    return event === undefined
      ? 'other'
      : `${event.getMetadataMap().get('type')} ${event.getStreamRevision()}`;
  };

  const readStatus = async (request: WireRead) => {
    const { answers, error } = await wire.read(request);
    return { answers: answers.length, code: error?.code, details: error?.details };
  };

  describe('that cannot be carried out end with UNKNOWN', () => {
    const refused = { answers: 0, code: status.UNKNOWN, details: 'Unexpected ReadStreamResult: Error' };
    const kinds: readonly (readonly [string, () => Promise<string>])[] = [
      [
        'a stream with events',
        async () => {
          const stream = uniqueStream();
          await append(stream, {}, {});
          return stream;
        },
      ],
      ['a missing stream', () => Promise.resolve(uniqueStream())],
    ];
    for (const [what, make] of kinds) {
      it(`of ${what}: forwards from the end, or with count 0`, async () => {
        const stream = await make();
        expect(await readStatus({ stream, from: 'end', count: 5 })).to.deep.equal(refused);
        expect(await readStatus({ stream, from: 2n ** 64n - 1n, count: 5 })).to.deep.equal(refused);
        expect(await readStatus({ stream, count: 0 })).to.deep.equal(refused);
        expect(await readStatus({ stream, from: 'end', backwards: true, count: 0 })).to.deep.equal(refused);
      });
    }

    it('of a stream from beyond the greatest revision', async () => {
      const stream = uniqueStream();
      await append(stream, {});
      for (const backwards of [false, true]) {
        const { code } = await readStatus({ stream, from: 2n ** 63n, backwards, count: 5 });
        expect(code).to.equal(status.UNKNOWN);
      }
    });

    it('of $all backwards from past its end, or from an invalid position', async () => {
      const at = await append(uniqueStream(), {});
      expect(await readStatus({ from: at + FAR, backwards: true, count: 1 })).to.deep.equal({
        answers: 0,
        code: status.UNKNOWN,
        details: 'Unexpected ReadAllResult: Error',
      });
      for (const count of [1, undefined]) {
        const impossible: readonly WireRead[] = [{ from: 2n ** 63n }, { from: at, prepare: at + 1n }];
        for (const request of impossible) {
          const { error } = await wire.read(count === undefined ? request : { ...request, count });
          expect(error?.code).to.equal(status.UNKNOWN);
        }
      }
      expect((await wire.read({ from: at + FAR, count: 1 })).answers).to.deep.equal([]);
    });
  });

  describe('subscriptions', () => {
    it('to $all from past its end deliver the next event', async () => {
      const at = await append(uniqueStream(), {});
      const next = uniqueStream();
      for (const prefix of [undefined, 'test-']) {
        const request = { from: at + FAR, ...(prefix === undefined ? {} : { prefix }) };
        let writing: Promise<unknown> | undefined;
        const { answers } = await wire.read(request, (all) => {
          if (all.some((answer) => answer.hasCaughtUp())) writing ??= append(next, { type: 'Next' });
          return all.some((answer) => kindOf(answer).startsWith('Next'));
        });
        await writing;
        expect(kindOf(answers[0]!)).to.equal('confirmation');
      }
    });
  });
});
