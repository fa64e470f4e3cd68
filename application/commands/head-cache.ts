import { LRUCache } from 'lru-cache';
import { roughBytes } from '../../domain/codec/rough-bytes.js';
import type { StreamHead } from './stream-head.js';

/** Maximum total size of the cached heads, in bytes: some 4 000 heads of videos with a few clips. */
const MAX_BYTES = 16 * 1024 * 1024;
/** What a head takes in memory besides the JSON of its state, about: its metadata, and objects instead of text. */
const BYTES_BESIDES_STATE = 2048;

/** A cache of stream heads, limited in size. */
export const headCache = () => {
  const cached = new LRUCache<string, StreamHead<unknown>>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ state }) => BYTES_BESIDES_STATE + roughBytes(state),
  });
  return {
    get: (stream: string): StreamHead<unknown> | undefined => cached.get(stream),
    forget: (stream: string): void => void cached.delete(stream),
    /** Caches a head unless a later one is cached: streams only grow. */
    keep: (stream: string, head: StreamHead<unknown>): void => {
      if ((cached.peek(stream)?.count ?? 0) <= head.count) cached.set(stream, head);
    },
  };
};
