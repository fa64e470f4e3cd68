import { once } from 'node:events';

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
