/** Streams and event types with names that are difficult to store. */
import { expect } from 'chai';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { sharedEventStore } from '../../support/event-store/embedded-node.js';
import { streamsWire, type WireEvent } from '../../support/event-store/streams-wire.js';
import { uniqueStream } from '../../support/event-store/event-store-client.js';

describe('event store: streams with unusual names', function () {
  this.timeout(60_000);
  let wire: ReturnType<typeof streamsWire>;
  before(async () => {
    wire = streamsWire(await sharedEventStore());
  });
  after(() => wire.close());

  const append = async (stream: string, ...events: readonly WireEvent[]) => {
    const { error } = await wire.append(stream, events);
    if (error !== undefined) throw error;
  };

  const countIn = async (stream: string): Promise<number> => {
    const { answers } = await wire.read({ stream, count: 100 });
    return answers.filter((answer) => answer.hasEvent()).length;
  };

  const namesOf = (answers: readonly ReadResp[]): readonly string[] =>
    answers.flatMap((answer) => {
      const name = answer.getEvent()?.getEvent()?.getStreamIdentifier()?.getStreamName_asU8();
      return name === undefined ? [] : [Buffer.from(name).toString()];
    });

  const names: readonly (readonly [string, () => string])[] = [
    ['of 20 000 characters', () => uniqueStream().padEnd(20_000, 'x')],
    ['of 20 000 characters outside of ASCII', () => uniqueStream().padEnd(20_000, '流')],
    ['with a null character', () => `${uniqueStream()}\0${uniqueStream()}`],
  ];
  for (const [what, nameOf] of names) {
    it(`are stored, read, subscribed to and deleted: ${what}`, async () => {
      const [stream, other] = [nameOf(), `${nameOf()}y`];
      const { answers } = await wire.append(stream, [{}, {}], 'no_stream');
      const position = BigInt(answers[0]!.getSuccess()!.getPosition()!.getCommitPosition());
      await append(other, {});
      const read = (await wire.read({ stream, count: 10 })).answers;
      expect(namesOf(read)).to.deep.equal([stream, stream]);
      const inAll = (await wire.read({ from: position, count: 1 })).answers;
      expect(namesOf(inAll)).to.deep.equal([stream]);
      const followed = await wire.read({ stream }, (all) => namesOf(all).length === 2);
      expect(namesOf(followed.answers)).to.deep.equal([stream, stream]);
      await append(`$$${stream}`, { type: '$metadata', data: Buffer.from('{"$maxCount":1}') });
      expect(await countIn(stream)).to.equal(1);
      await wire.tombstone(stream);
      expect((await wire.read({ stream, count: 1 })).error).not.to.equal(undefined);
      expect(await countIn(other)).to.equal(1);
    });
  }

  it('keep event types with a null character', async () => {
    const stream = uniqueStream();
    const types = ['a\0b', 'a\u0001b', '\u0001\u0001', '\u00010', '\0'];
    await append(stream, ...types.map((type) => ({ type })));
    const { answers } = await wire.read({ stream, count: 10 });
    expect(
      answers.map((answer) => answer.getEvent()!.getEvent()!.getMetadataMap().get('type')),
    ).to.deep.equal(types);
  });
});
