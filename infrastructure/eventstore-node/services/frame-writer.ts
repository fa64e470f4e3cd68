import { type Frame, joinedFrames } from '../wire/frames.js';
import { type ResponseWriter, responseWriter } from './call-lifetime.js';

/** Frames are passed on when they reach this size in bytes. */
const FULL_BYTES = 64 * 1024;

/** Sends the frames of one call in few chunks, because each chunk costs the transport as much as a frame would. */
export type FrameWriter = ResponseWriter<Frame> & {
  /** Passes on the rest; resolves when the client can take more. */
  readonly flush: () => Promise<void>;
};

/**
 * Collects what is sent in one turn of the event loop, up to a limit, so that nothing is delayed. After the signal
 * aborts, nothing is sent any more.
 */
export const frameWriter = (
  call: Parameters<typeof responseWriter<Buffer>>[0],
  signal: AbortSignal,
): FrameWriter => {
  const writer = responseWriter<Buffer>(call, signal);
  let gathered: Frame[] = [];
  let bytes = 0;
  let turn: NodeJS.Immediate | undefined;
  /** Resolves when the client can take more after the last chunk. */
  let room: Promise<void> = Promise.resolve();

  const flush = (): Promise<void> => {
    clearImmediate(turn);
    turn = undefined;
    if (gathered.length > 0) {
      room = writer.send(joinedFrames(gathered));
      gathered = [];
      bytes = 0;
    }
    return room;
  };

  /** The next sender waits for the client, and receives the failure. */
  const flushInTurn = (): void => {
    flush().catch(() => undefined);
  };

  return {
    send: (frame) => {
      gathered.push(frame);
      bytes += frame.length;
      if (bytes >= FULL_BYTES) return flush();
      turn ??= setImmediate(flushInTurn);
      return room;
    },
    flush,
    taken: async () => {
      await flush();
      await writer.taken();
    },
  };
};
