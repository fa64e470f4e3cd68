import streams from '@eventstore/db-client/generated/streams_pb.js';
import { expect } from 'chai';
import * as fc from 'fast-check';
import type { RecordedEvent } from '../../../infrastructure/eventstore-node/recorded-event.js';
import { eventFrame } from '../../../infrastructure/eventstore-node/wire/event-frames.js';
import { joinedFrames } from '../../../infrastructure/eventstore-node/wire/frames.js';

const { ReadResp } = streams;

const revisions = fc.oneof(fc.bigInt(0n, 300n), fc.bigInt(0n, 2n ** 63n - 1n));

const recordedEvents: fc.Arbitrary<RecordedEvent> = fc.record({
  id: fc.uuid(),
  type: fc.string({ unit: 'grapheme' }),
  isJson: fc.boolean(),
  data: fc.uint8Array({ maxLength: 300 }),
  metadata: fc.uint8Array({ maxLength: 300 }),
  position: revisions.map((position) => position + 1n),
  stream: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
  revision: revisions,
  created: fc.bigInt(0n, 2n ** 63n - 1n),
});

/** A recorded event as parsed by google-protobuf. */
const found = (message: ReturnType<InstanceType<typeof ReadResp.ReadEvent>['getEvent']>) =>
  message && {
    id: message.getId()?.getString(),
    stream: Buffer.from(message.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString(),
    revision: message.getStreamRevision(),
    positions: [message.getCommitPosition(), message.getPreparePosition()],
    properties: message.getMetadataMap().toObject(),
    data: Buffer.from(message.getData_asU8()).toString('hex'),
    metadata: Buffer.from(message.getCustomMetadata_asU8()).toString('hex'),
  };

const expected = (event: RecordedEvent) => ({
  id: event.id,
  stream: event.stream,
  revision: String(event.revision),
  positions: [String(event.position), String(event.position)],
  properties: [
    ['content-type', event.isJson ? 'application/json' : 'application/octet-stream'],
    ['created', String(event.created)],
    ['type', event.type],
  ],
  data: Buffer.from(event.data).toString('hex'),
  metadata: Buffer.from(event.metadata).toString('hex'),
});

/** Parses what the transport sends. */
const messagesIn = (bytes: Buffer): ReadonlyArray<Buffer> => {
  const messages: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    expect(bytes[at]).to.equal(0);
    const end = at + 5 + bytes.readUInt32BE(at + 1);
    messages.push(bytes.subarray(at + 5, end));
    at = end;
  }
  return messages;
};

/** What @grpc/grpc-js does with a response. */
const transported = (answer: Buffer): Buffer => {
  const output = Buffer.alloc(answer.byteLength + 5);
  output.writeUInt32BE(answer.byteLength, 1);
  answer.copy(output, 5);
  return output;
};

describe('embedded event store: events as frames', () => {
  it('are parsed by google-protobuf, and are byte for byte what it would write', () => {
    fc.assert(
      fc.property(recordedEvents, (event) => {
        const frame = eventFrame(event);
        const [message = Buffer.alloc(0), ...rest] = messagesIn(frame);
        expect(rest).to.deep.equal([]);
        const response = ReadResp.deserializeBinary(message);
        const read = response.getEvent();
        expect(found(read?.getEvent())).to.deep.equal(expected(event));
        expect(read?.getCommitPosition()).to.equal(String(event.position));
        expect(Buffer.from(response.serializeBinary()).equals(message)).to.equal(true);
      }),
    );
  });

  it('go through the transport one after the other when joined', () => {
    fc.assert(
      fc.property(fc.array(recordedEvents, { minLength: 1, maxLength: 5 }), (events) => {
        const frames = events.map((event) => eventFrame(event));
        expect(transported(joinedFrames(frames)).equals(Buffer.concat(frames))).to.equal(true);
      }),
    );
  });
});
