import { expect } from 'chai';
import * as fc from 'fast-check';
import { frameOfMessage, joinedFrames } from '../../../infrastructure/eventstore-node/wire/frames.js';

/** What @grpc/grpc-js does with a response. */
const transported = (answer: Buffer): Buffer => {
  const output = Buffer.alloc(answer.byteLength + 5);
  output.writeUInt32BE(answer.byteLength, 1);
  answer.copy(output, 5);
  return output;
};

describe('embedded event store: frames', () => {
  it('go through the transport one after the other when joined', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 5 }), (messages) => {
        const frames = messages.map((bytes) => frameOfMessage({ serializeBinary: () => bytes }));
        expect(transported(joinedFrames(frames)).equals(Buffer.concat(frames))).to.equal(true);
      }),
    );
  });
});
