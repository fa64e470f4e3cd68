/**
 * Responses as bytes with gRPC framing: a zero (not compressed), the length in four bytes, the message. What reads and
 * subscriptions send in large numbers is encoded by hand, in one pass over one buffer: building and serialising
 * messages of google-protobuf took most of the time of a read.
 */

/** A message of a call including its framing. */
export type Frame = Buffer;

const FRAME_HEADER = 5;

/** Creates a frame for a message of a given length, which `write` writes at an offset. */
export const frameOf = (length: number, write: (frame: Buffer, at: number) => void): Frame => {
  const frame = Buffer.allocUnsafe(FRAME_HEADER + length);
  frame[0] = 0;
  frame.writeUInt32BE(length, 1);
  write(frame, FRAME_HEADER);
  return frame;
};

/** The frame of a message serialised by google-protobuf. */
export const frameOfMessage = (message: { serializeBinary: () => Uint8Array }): Frame => {
  const bytes = message.serializeBinary();
  return frameOf(bytes.length, (frame, at) => frame.set(bytes, at));
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
