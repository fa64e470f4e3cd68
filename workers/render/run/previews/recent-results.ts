/** Recently used results, by key. */
export interface RecentResults {
  readonly find: (key: string) => Uint8Array | undefined;
  readonly keep: (key: string, bytes: Uint8Array) => void;
}

/** Keeps recently used results in memory, up to `maxBytes` in total. */
export const recentResults = (maxBytes: number): RecentResults => {
  // A Map keeps the order of insertion: the first entry is the least recently used.
  const kept = new Map<string, Uint8Array>();
  let total = 0;
  const drop = (key: string): void => {
    total -= kept.get(key)?.byteLength ?? 0;
    kept.delete(key);
  };
  return {
    find: (key) => {
      const bytes = kept.get(key);
      if (bytes) {
        kept.delete(key);
        kept.set(key, bytes);
      }
      return bytes;
    },
    keep: (key, bytes) => {
      drop(key);
      if (bytes.byteLength > maxBytes / 4) return;
      kept.set(key, bytes);
      total += bytes.byteLength;
      for (const oldest of kept.keys()) {
        if (total <= maxBytes) break;
        drop(oldest);
      }
    },
  };
};
