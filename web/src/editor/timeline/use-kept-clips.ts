import { useState } from 'react';
import { keep, kept } from '../../shared/kept.js';

type Clips = ReadonlySet<string>;

/** Clips of a video, by their ids, which this browser keeps. */
export const useKeptClips = (videoId: string, kind: 'locked' | 'solo') => {
  const name = `${kind}:${videoId}`;
  const [clips, choose] = useState<Clips>(() => {
    const ids = kept(name);
    return new Set(Array.isArray(ids) ? ids.map(String) : []);
  });
  const set = (next: Clips): void => {
    choose(next);
    keep(name, next.size === 0 ? undefined : [...next]);
  };
  return [clips, set] as const;
};
