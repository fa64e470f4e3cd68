import streams from '@eventstore/db-client/generated/streams_pb.js';

type Payload = Uint8Array | string;

const asBytes = (payload: Payload): Uint8Array =>
  typeof payload === 'string' ? Buffer.from(payload, 'base64') : payload;

const { prototype } = streams.AppendReq.ProposedMessage;
let isDone = false;

/**
 * The client gives payloads to its protobuf messages as base64, which google-protobuf decodes character by character
 * when it sends them: for a megabyte, most of the time that an append takes the process. Node decodes it in a fraction
 * of that. The messages on the wire stay the same. Changes the generated class, once for all clients of the process.
 */
export const decodePayloadsNatively = (): void => {
  if (isDone) return;
  isDone = true;
  for (const name of ['setData', 'setCustomMetadata']) {
    const original = Reflect.get(prototype, name) as (this: object, payload: Payload) => unknown;
    Reflect.set(prototype, name, function setBytes(this: object, payload: Payload) {
      return original.call(this, asBytes(payload));
    });
  }
};
