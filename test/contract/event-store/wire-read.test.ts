/** Reads and subscriptions that the official client would not send, or whose responses it shows only in part. */
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { sharedEventStore } from '../../support/event-store/embedded-node.js';
import { streamsWire, type WireEvent, type WireRead } from '../../support/event-store/streams-wire.js';
import { uniqueStream } from '../../support/event-store/event-store-client.js';

const TOMBSTONE_REVISION = String(2n ** 63n - 1n);
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
      [
        'a tombstoned stream',
        async () => {
          const stream = uniqueStream();
          await wire.tombstone(stream);
          return stream;
        },
      ],
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
      expect((await readStatus({ stream, from: 2n ** 63n })).code).to.equal(status.UNKNOWN);
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
      for (const regex of [undefined, '^test-']) {
        const request = { from: at + FAR, ...(regex === undefined ? {} : { regex }) };
        let writing: Promise<unknown> | undefined;
        const { answers } = await wire.read(request, (all) => {
          if (all.some((answer) => answer.hasCaughtUp())) writing ??= append(next, { type: 'Next' });
          return all.some((answer) => kindOf(answer).startsWith('Next'));
        });
        await writing;
        expect(kindOf(answers[0]!)).to.equal('confirmation');
      }
    });

    it('to a tombstoned stream fail without confirmation', async () => {
      const stream = uniqueStream();
      await append(stream, {});
      await wire.tombstone(stream);
      for (const from of ['start', 0n] as const) {
        expect(await readStatus({ stream, from })).to.include({
          answers: 0,
          code: status.FAILED_PRECONDITION,
        });
      }
    });

    it('to the end of a tombstoned stream are confirmed', async () => {
      const stream = uniqueStream();
      await wire.tombstone(stream);
      const { answers, error } = await wire.read({ stream, from: 'end' }, ({ length }) => length === 2);
      expect(error).to.equal(undefined);
      expect(answers.map(kindOf)).to.deep.equal(['confirmation', 'caught up']);
    });

    for (const from of ['start', 'end'] as const) {
      it(`from the ${from} deliver the tombstone of their stream, then fail`, async () => {
        const stream = uniqueStream();
        await append(stream, { type: 'Last' });
        let deleting: Promise<void> | undefined;
        const { answers, error } = await wire.read({ stream, from }, (all) => {
          if (all.some((answer) => answer.hasCaughtUp())) deleting ??= wire.tombstone(stream);
          return false;
        });
        await deleting;
        const before = from === 'start' ? ['Last 0'] : [];
        expect(answers.map(kindOf)).to.deep.equal([
          'confirmation',
          ...before,
          'caught up',
          `$streamDeleted ${TOMBSTONE_REVISION}`,
        ]);
        expect(error?.code).to.equal(status.FAILED_PRECONDITION);
      });
    }

    it('that wait for a stream fail when it is tombstoned', async () => {
      const stream = uniqueStream();
      let deleting: Promise<void> | undefined;
      const { answers, error } = await wire.read({ stream }, () => {
        deleting ??= wire.tombstone(stream);
        return false;
      });
      await deleting;
      expect(answers.map(kindOf)).to.deep.equal(['confirmation']);
      expect(error?.code).to.equal(status.FAILED_PRECONDITION);
    });
  });

  describe('links', () => {
    it('with malformed data resolve to themselves, links to nothing to no event', async () => {
      const [links, target] = [uniqueStream(), uniqueStream()];
      await append(target, { type: 'Target' });
      const resolved = ['', 'nonsense', `x@${target}`];
      const broken = ['0', '0@', `7@${target}`, `0@${uniqueStream()}`];
      const leading = [`0@${target}`, ` +0@${target}`];
      const data = [...resolved, ...broken, ...leading];
      await append(links, ...data.map((text) => ({ type: '$>', data: Buffer.from(text) })));
      const { answers } = await wire.read({ stream: links, count: 20, resolveLinks: true });
      const found = answers.map((answer) => {
        const { event, link } = { event: answer.getEvent()!.getEvent(), link: answer.getEvent()!.getLink() };
        return [event?.getMetadataMap().get('type'), link?.getMetadataMap().get('type')];
      });
      expect(found).to.deep.equal([
        ...resolved.map(() => ['$>', undefined]),
        ...broken.map(() => [undefined, '$>']),
        ...leading.map(() => ['Target', '$>']),
      ]);
    });
  });

  describe('stream metadata', () => {
    /** How many of three events can be read after this was written as the stream's metadata. */
    const metadata: readonly (readonly [string, number])[] = [
      ['{"$maxCount":1}', 1],
      ['\ufeff{"$maxCount":1}', 1],
      ['{"$maxCount":1,"other":{"deep":[1]}}', 1],
      ['{"$maxCount":1,"$maxAge":0}', 1],
      ['{"$maxCount":1,"$tb":-1}', 1],
      ['{"$maxCount":0,"$tb":2}', 1],
      ['{"$maxCount":1,"$maxCount":2}', 2],
      ['{"$maxCount":1} and more', 1],
      ['{"$maxCount":1,}', 1],
      [`{'$maxCount':1}`, 1],
      ['{$maxCount:1}', 1],
      ['{"$maxCount":1,"$acl":{"$r":"$all","$w":["a"]}}', 1],
      ['{"$maxCount":1,"$tmp":true,"$cacheControl":5}', 1],
      ['{"$maxCount":1,"$tb":"x"}', 3],
      ['{"$maxCount":1', 3],
      ['{"$maxCount":1.0}', 3],
      ['{"$maxCount":1e0}', 3],
      ['{"$maxCount":"1"}', 3],
      ['{"$maxCount":null,"$tb":2}', 3],
      ['{"$maxCount":1,"$tb":9223372036854775808}', 3],
      ['{"$maxCount":1,"$maxAge":99999999999999999}', 3],
      ['{"$maxCount":1,"$acl":null}', 3],
      ['{"$maxCount":1,"$acl":{"$r":5}}', 3],
      ['{"$maxCount":1,"$acl":{"$r":[1]}}', 3],
      ['{"$maxCount":1,"$acl":{"$other":"a"}}', 3],
      ['{"$maxCount":1,"$cacheControl":"x"}', 3],
      ['{"$maxCount":1,"$tmp":1}', 3],
      ['{"$maxCount":1,"other":}', 3],
      ['[{"$maxCount":1}]', 3],
      ['', 3],
    ];
    for (const [text, readable] of metadata) {
      it(`is applied as far as EventStoreDB parses it: ${text}`, async () => {
        const stream = uniqueStream();
        await append(stream, {}, {}, {});
        await append(`$$${stream}`, { type: '$metadata', data: Buffer.from(text) });
        const { answers } = await wire.read({ stream, count: 10 });
        expect(answers).to.have.length(readable);
      });
    }
  });
});
