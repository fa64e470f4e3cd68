import { once } from 'node:events';
import type { ServerReadableStream } from '@grpc/grpc-js';
import type { Abandonment } from '../writing/write-queue.js';

/** The part of a gRPC call that reports its end. */
type Cancellable = NodeJS.EventEmitter & { readonly cancelled: boolean };

/**
 * The abort reason of ended calls. Created once, because without a reason each signal would create an error with a
 * stack trace.
 */
const ENDED = new Error('the call has ended');

/**
 * A signal that aborts when the client cancels the call, its deadline passes, its connection breaks or the node shuts
 * down. Call `unlink` when the work is done: the signal of the shutdown outlives many calls, and would retain it.
 */
export const signalOf = (
  call: Cancellable,
  shutdown: AbortSignal,
): { readonly signal: AbortSignal; readonly unlink: () => void } => {
  const controller = new AbortController();
  const abort = (): void => controller.abort(ENDED);
  call.once('cancelled', abort);
  shutdown.addEventListener('abort', abort);
  if (call.cancelled || shutdown.aborted) abort();
  return { signal: controller.signal, unlink: () => shutdown.removeEventListener('abort', abort) };
};

/** Whether the call has ended, for work that only asks at one moment: a signal for each append is not free. */
export const abandonmentOf = (call: Cancellable): Abandonment => ({
  get aborted() {
    return call.cancelled;
  },
});

/**
 * Calls `take` with every message of a client until the last. Rejects with an error of `take`, and then drops the rest.
 * Unlike `for await`, it does not destroy the call at the end, at the price of creating an error for it.
 */
export const eachMessage = <Message>(
  call: ServerReadableStream<Message, unknown>,
  take: (message: Message) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const onData = (message: Message): void => {
      try {
        take(message);
      } catch (error) {
        call.off('data', onData).on('data', () => undefined);
        reject(error);
      }
    };
    call.on('data', onData).once('end', resolve).once('error', reject);
  });

/** Resolves when the client has caught up with the written responses, or the signal aborts. */
const drained = async (call: NodeJS.EventEmitter, signal: AbortSignal): Promise<void> => {
  try {
    await once(call, 'drain', { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

/** Writes the responses of one call. */
export type ResponseWriter<Response> = {
  /**
   * Writes a response and, if the client reads more slowly than the server writes, waits until it has caught up. Returns at
   * once if the signal aborts.
   */
  readonly send: (response: Response) => Promise<void>;
  /** Resolves when the transport has taken everything that was sent, or the signal aborts. */
  readonly taken: () => Promise<void>;
};

/** A writer that tracks what the transport has not taken yet. */
export const responseWriter = <Response>(
  call: NodeJS.EventEmitter & { write: (response: Response, taken: () => void) => boolean },
  signal: AbortSignal,
): ResponseWriter<Response> => {
  let pending = 0;
  let allTaken = (): void => undefined;
  const onTaken = (): void => {
    pending -= 1;
    if (pending === 0) allTaken();
  };
  signal.addEventListener('abort', () => allTaken(), { once: true });
  return {
    send: async (response) => {
      if (signal.aborted) return;
      pending += 1;
      if (!call.write(response, onTaken)) await drained(call, signal);
    },
    taken: async () => {
      if (pending === 0 || signal.aborted) return;
      await new Promise<void>((resolve) => {
        allTaken = resolve;
      });
    },
  };
};
