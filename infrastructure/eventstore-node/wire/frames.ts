/**
 * Responses as bytes, framed as gRPC wants them: a zero (not compressed), the length in four bytes, the message. What
 * reads and subscriptions send by the thousand is encoded by hand, in one pass over one buffer: building messages of
 * google-protobuf and serializing them took most of the time of a read.
 */

/** A message of a call with its frame around it. */
export type Frame = Buffer;

const FRAME_HEADER = 5;

/** Makes a frame of a message of so many bytes, which `write` puts into it at an offset. */
export const frameOf = (length: number, write: (frame: Buffer, at: number) => void): Frame => {
  const frame = Buffer.allocUnsafe(FRAME_HEADER + length);
  frame[0] = 0;
  frame.writeUInt32BE(length, 1);
  write(frame, FRAME_HEADER);
  return frame;
};

/** The frame of a message that google-protobuf serializes. */
export const frameOfMessage = (message: { serializeBinary: () => Uint8Array }): Frame => {
  const bytes = message.serializeBinary();
  return frameOf(bytes.length, (frame, at) => frame.set(bytes, at));
};

/**
 * Several frames that go to the transport together, in the place of a serialized message. @grpc/grpc-js asks it for its
 * length, allocates so much and a frame's header, writes that header, and lets it copy itself behind; it copies its own
 * frames over all of it.
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
