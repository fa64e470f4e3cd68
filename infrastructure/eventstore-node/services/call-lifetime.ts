import { once } from 'node:events';

/** The part of a gRPC call that reports its end. */
type Cancellable = NodeJS.EventEmitter & { readonly cancelled: boolean };

/**
 * The abort reason of ended calls. Created once, because without a reason each signal would create an error with a
 * stack trace.
 */
const ENDED = new Error('the call has ended');

/** A signal that aborts when the client cancels the call, its deadline passes or its connection breaks. */
export const signalOf = (call: Cancellable): AbortSignal => {
  const controller = new AbortController();
  if (call.cancelled) controller.abort(ENDED);
  call.once('cancelled', () => controller.abort(ENDED));
  return controller.signal;
};

export type LinkedAbort = {
  /** Aborts with any of the parents. */
  readonly signal: AbortSignal;
  /** Call it when the work is done; otherwise a long-lived parent would retain it. */
  readonly unlink: () => void;
};

/** Like AbortSignal.any, but leaves nothing behind on its parents, which outlive many calls. */
export const linkedAbort = (...parents: readonly AbortSignal[]): LinkedAbort => {
  const controller = new AbortController();
  const abort = (): void => controller.abort(ENDED);
  const unlink = (): void => parents.forEach((parent) => parent.removeEventListener('abort', abort));
  for (const parent of parents) {
    if (parent.aborted) abort();
    else parent.addEventListener('abort', abort);
  }
  return { signal: controller.signal, unlink };
};

/** Resolves when the client has caught up with the written responses, or the signal aborts. */
const drained = async (call: NodeJS.EventEmitter, signal: AbortSignal): Promise<void> => {
  try {
    await once(call, 'drain', { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

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
