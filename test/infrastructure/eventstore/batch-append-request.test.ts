import { randomUUID } from 'node:crypto';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { batchAppendRequest } from '../../../infrastructure/eventstore/batch-append-request.js';

const textOf = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString());

const event = fc.record({
  id: fc.uuid(),
  type: fc.string({ unit: 'grapheme', minLength: 1 }),
  data: fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 400 }), number: fc.integer() }),
  metadata: fc.record({ hash: fc.string() }),
});

describe('request of a batch append', () => {
  it('is what the generated class of the protocol reads', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
        fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), fc.constant('no-stream' as const)),
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        fc.array(event, { maxLength: 4 }),
        (stream, expected, deadline, events) => {
          const correlationId = randomUUID();
          const sent = {
            correlationId,
            stream,
            expected,
            deadline,
            events: events.map((one) => jsonEvent(one)),
          };
          const request = streams.BatchAppendReq.deserializeBinary(batchAppendRequest(sent));
          const options = request.getOptions()!;
          expect(request.getIsFinal()).to.equal(true);
          expect(request.getCorrelationId()!.getString()).to.equal(correlationId);
          expect(Buffer.from(options.getStreamIdentifier()!.getStreamName_asU8()).toString()).to.equal(
            stream,
          );
          expect(options.hasNoStream()).to.equal(expected === 'no-stream');
          if (expected !== 'no-stream') expect(options.getStreamPosition()).to.equal(String(expected));
          expect(options.getDeadline()!.toDate().getTime()).to.equal(deadline);
          const read = request.getProposedMessagesList().map((proposed) => ({
            id: proposed.getId()!.getString(),
            type: proposed.getMetadataMap().get('type'),
            data: textOf(proposed.getData_asU8()),
            metadata: textOf(proposed.getCustomMetadata_asU8()),
          }));
          expect(read).to.deep.equal(events);
          for (const proposed of request.getProposedMessagesList())
            expect(proposed.getMetadataMap().get('content-type')).to.equal('application/json');
        },
      ),
      { numRuns: 50 },
    );
  });
});
