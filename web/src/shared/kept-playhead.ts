import { keep, kept } from './kept.js';

const nameOf = (videoId: string): string => `playhead:${videoId}`;

/** The time at which the editor opens a video in this browser, ms. */
export const keptPlayhead = (videoId: string): number => {
  const ms = kept(nameOf(videoId));
  return typeof ms === 'number' ? ms : 0;
};

export const keepPlayhead = (videoId: string, ms: number): void =>
  void keep(nameOf(videoId), ms === 0 ? undefined : ms);
