import { isRecord } from '../../../domain/codec/json.js';
import { LIMITS } from '../../../domain/composition/limits.js';
import type { Reader } from '../reading/reader.js';
import { isSeenTrack } from './clips.js';

/** The rate of a rational time. One of 1 or less counts seconds, not frames. */
const rateIn = (time: unknown): ReadonlyArray<number> =>
  isRecord(time) && typeof time['rate'] === 'number' && time['rate'] > 1 ? [time['rate']] : [];

const mostCommon = (rates: ReadonlyArray<number>): number | undefined => {
  const counts = new Map<number, number>();
  for (const rate of rates) counts.set(rate, (counts.get(rate) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
};

/** The frame rate of a timeline: that of its start, or else the most common one of the clips that are seen. */
export const frameRateOf = (timeline: Reader): number | undefined => {
  const seen = timeline.child('tracks').children('children').filter(isSeenTrack);
  const ranges = seen.flatMap((track) => track.children('children')).map((clip) => clip.peek('source_range'));
  const ofClips = ranges.flatMap((range) => (isRecord(range) ? rateIn(range['duration']) : []));
  const rate = rateIn(timeline.peek('global_start_time'))[0] ?? mostCommon(ofClips);
  if (rate === undefined || rate <= LIMITS.fps) return rate;
  return timeline.differs('tracks', `its rate of ${rate} is no frame rate of a video: the default is used`);
};
