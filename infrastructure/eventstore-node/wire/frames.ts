/**
 * Responses as bytes with gRPC framing: a zero (not compressed), the length in four bytes, the message. What reads and
 * subscriptions send in large numbers goes to the transport in few chunks.
 */

/** A message of a call including its framing. */
export type Frame = Buffer;

const FRAME_HEADER = 5;

/** The frame of a message. */
export const frameOfMessage = (message: { serializeBinary: () => Uint8Array }): Frame => {
  const bytes = message.serializeBinary();
  const frame = Buffer.allocUnsafe(FRAME_HEADER + bytes.length);
  frame[0] = 0;
  frame.writeUInt32BE(bytes.length, 1);
  frame.set(bytes, FRAME_HEADER);
  return frame;
};

/**
 * Several frames that are passed to the transport together, in place of a serialised message. @grpc/grpc-js asks it for
 * its length, allocates that much plus a frame header, writes that header, and lets it copy itself behind it; it copies
 * its own frames over all of it.
 */
export const joinedFrames = (frames: readonly Frame[]): Buffer => {
  const total = frames.reduce((sum, { length }) => sum + length, 0);
  const copyable: Pick<Buffer, 'byteLength' | 'copy'> = {
    byteLength: total - FRAME_HEADER,
    copy: (target) => {
      let at = 0;
      for (const frame of frames) at += frame.copy(target, at);
      return at;
    },
  };
  return copyable as Buffer;
};
