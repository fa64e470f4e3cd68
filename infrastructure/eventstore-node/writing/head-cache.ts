const MAX_STREAMS = 50_000;

/**
 * The last revisions of recently written streams (-1: no events). Only this writer appends to the log, so they are
 * always current; the least recently used are evicted.
 */
export type HeadCache = {
  readonly get: (stream: string) => bigint | undefined;
  readonly set: (stream: string, revision: bigint) => void;
  readonly clear: () => void;
};

export const createHeadCache = (): HeadCache => {
  const heads = new Map<string, bigint>();
  const set = (stream: string, revision: bigint): void => {
    heads.delete(stream);
    heads.set(stream, revision);
    if (heads.size <= MAX_STREAMS) return;
    const oldest = heads.keys().next();
    if (oldest.done !== true) heads.delete(oldest.value);
  };
  return {
    get: (stream) => {
      const revision = heads.get(stream);
      if (revision !== undefined) set(stream, revision);
      return revision;
    },
    set,
    clear: () => heads.clear(),
  };
};
