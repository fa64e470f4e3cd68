import { roughBytes } from '../../domain/codec/rough-bytes.js';
import type { StreamHead } from './stream-head.js';

/** Maximum total size of the cached heads, in bytes: some 4 000 heads of videos with a few clips. */
const MAX_BYTES = 16 * 1024 * 1024;
/** What a head takes in memory besides the JSON of its state, about: its metadata, and objects instead of text. */
const BYTES_BESIDES_STATE = 2048;

/** A least-recently-used cache of stream heads, limited in size. */
export const headCache = () => {
  /** In order of use, least recently used first. */
  const cached = new Map<string, { readonly head: StreamHead<unknown>; readonly bytes: number }>();
  let bytes = 0;

  const forget = (stream: string): void => {
    bytes -= cached.get(stream)?.bytes ?? 0;
    cached.delete(stream);
  };
  return {
    get: (stream: string): StreamHead<unknown> | undefined => cached.get(stream)?.head,
    forget,
    /** Caches a head unless a later one is cached: streams only grow. */
    keep: (stream: string, head: StreamHead<unknown>): void => {
      if ((cached.get(stream)?.head.count ?? 0) > head.count) return;
      forget(stream);
      const size = BYTES_BESIDES_STATE + roughBytes(head.state);
      cached.set(stream, { head, bytes: size });
      bytes += size;
      for (const [oldest] of cached) {
        if (bytes <= MAX_BYTES) break;
        forget(oldest);
      }
    },
  };
};
