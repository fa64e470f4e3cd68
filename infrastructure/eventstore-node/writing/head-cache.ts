import type { StreamHead } from './write-plan.js';

const MAX_STREAMS = 50_000;

/**
 * The heads of recently written streams. Only this writer appends to the log, so they are always current; the least
 * recently used are evicted.
 */
export type HeadCache = {
  readonly get: (stream: string) => StreamHead | undefined;
  readonly set: (stream: string, head: StreamHead) => void;
  readonly clear: () => void;
};

export const createHeadCache = (): HeadCache => {
  const heads = new Map<string, StreamHead>();
  const set = (stream: string, head: StreamHead): void => {
    heads.delete(stream);
    heads.set(stream, head);
    if (heads.size <= MAX_STREAMS) return;
    const oldest = heads.keys().next();
    if (oldest.done !== true) heads.delete(oldest.value);
  };
  return {
    get: (stream) => {
      const head = heads.get(stream);
      if (head !== undefined) set(stream, head);
      return head;
    },
    set,
    clear: () => heads.clear(),
  };
};
