import { isRecord } from '../../../domain/codec/json.js';
import { LIMITS } from '../../../domain/composition/limits.js';
import type { DraftClip } from '../draft.js';
import type { Note } from '../reading/deviations.js';
import { type JsonObject, present } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { isSeenTrack, type Range, timeRange } from './clips.js';
import { speedOf } from './effects.js';

/** The clips of a track, and when the last one ends. */
export interface Track {
  readonly clips: ReadonlyArray<DraftClip>;
  readonly endMs: number;
}

/** Programs write the sounds of videos on audio tracks of their own: these are heard, and the videos are silent. */
export const heardOnce = (tracks: ReadonlyArray<Track>, note: Note): ReadonlyArray<Track> => {
  const sounds = tracks.flatMap(({ clips }) => clips).filter(({ clip }) => clip['type'] === 'audio');
  const isHeard = ({ clip }: DraftClip): boolean => {
    const { start, end } = clip['timeFrame'] as { readonly start: number; readonly end: number };
    return sounds.some(({ clip: { source, timeFrame } }) => {
      const sound = timeFrame as { readonly start: number; readonly end: number };
      return source === clip['source'] && sound.start < end && sound.end > start;
    });
  };
  // What this service exported states its volume.
  const isOpen = ({ clip }: DraftClip) => clip['type'] === 'video' && clip['volume'] === undefined;
  const areApart = tracks.some(({ clips }) => clips.some((draft) => isOpen(draft) && isHeard(draft)));
  const silent = (draft: DraftClip): DraftClip => {
    if (!areApart || !isOpen(draft)) return draft;
    if (!isHeard(draft)) note(draft.path, 'is silent: the sounds of this timeline are on its audio tracks');
    return { ...draft, clip: { ...draft.clip, volume: 0 } };
  };
  return tracks.map(({ clips, endMs }) => ({ clips: clips.map(silent), endMs }));
};

/** What of a clip is in a range of what holds it, with times from the start of the range. */
const within = ({ clip, inner, ...draft }: DraftClip, range: Range): ReadonlyArray<DraftClip> => {
  const frame = clip['timeFrame'] as JsonObject & { readonly start: number; readonly end: number };
  const start = Math.max(0, Math.round(frame.start - range.start));
  const end = Math.round(Math.min(frame.end - range.start, range.duration));
  if (end <= start) return [];
  const head = range.start + start - frame.start;
  const tail = frame.end - range.start - end;
  const speed = frame['freeze'] === undefined ? Number(frame['speed'] ?? 1) : 0;
  const offset = Number(frame['offset'] ?? 0) + Math.round((frame['reverse'] === true ? tail : head) * speed);
  const timeFrame = { ...frame, start, end, ...(!inner && offset > 0 && { offset }) };
  const seen = inner?.flatMap((one) => within(one, { start: head, duration: end - start }));
  return [{ ...draft, clip: { ...clip, timeFrame }, ...(seen && { inner: seen }) }];
};

const shownIn = (range: Range, whole: Track): Track => ({
  clips: whole.clips.flatMap((clip) => within(clip, range)),
  endMs: range.duration,
});

/**
 * When a track is recorded, in ms, where OTIO's reader of EDLs wrote it: that sets a range as long as the whole track,
 * which starts that long before it.
 */
const recordedAt = (track: Reader, whole: Track): number => {
  const range = timeRange(track, 'source_range');
  const isWhole = range && range.start < 0 && Math.abs(range.duration - whole.endMs) < 1;
  return isWhole ? -range.start : Infinity;
};

/** A clip in a track or stack at another speed. At the speed 0, the first picture is seen for `length` ms. */
const retimed = ({ clip, inner, ...draft }: DraftClip, speed: number, length: number): DraftClip => {
  const { start, end, freeze, ...frame } = clip['timeFrame'] as JsonObject & {
    readonly freeze?: ReadonlyArray<{ readonly at: number; readonly duration: number }>;
  };
  const at = (time: unknown): number => Math.round(Number(time) / speed);
  const changed =
    speed === 0
      ? { freeze: [{ at: 0, duration: length }] }
      : {
          freeze: freeze?.map((one) => ({ at: at(one.at), duration: at(one.duration) })),
          speed: Number(frame['speed'] ?? 1) * speed,
        };
  const isMedia = /^(video|audio)$/.test(String(clip['type']));
  const times = speed === 0 ? { start: 0, end: length } : { start: at(start), end: at(end) };
  const timeFrame = { ...frame, ...times, ...(isMedia && present(changed)) };
  const own = inner?.map((one) => retimed(one, speed, length));
  return { ...draft, clip: { ...clip, timeFrame }, ...(own && { inner: own }) };
};

/** The range of a track or stack that is shown, at its speed. */
export const inRange = (item: Reader, whole: Track): Track => {
  const speed = speedOf(item);
  const range = timeRange(item, 'source_range') ?? { start: 0, duration: speed === 1 ? 0 : whole.endMs };
  if (range.duration <= 0) return whole;
  const seen = shownIn({ ...range, duration: Math.max(1, range.duration * Math.abs(speed)) }, whole);
  if (speed < 0) item.differs('effects', 'is not played backwards');
  const isMoving = seen.clips.some(({ clip }) => clip['transition'] ?? clip['keyframes']);
  if (speed !== 1 && isMoving) item.differs('effects', 'dissolves and movements in it keep their lengths');
  const clips = seen.clips
    .filter(({ clip }) => speed !== 0 || clip['type'] !== 'audio')
    .map((clip) => (speed === 1 ? clip : retimed(clip, Math.abs(speed), Math.round(range.duration))));
  const shown = { clips, endMs: range.duration };
  if (shown.clips.length > 0 || whole.clips.length === 0) return shown;
  item.differs('source_range', 'the whole of it is shown, because there is nothing in this range');
  return whole;
};

/** What is shown of tracks, with their ranges. Those of an EDL begin with the first that is recorded, not at its timecode. */
export const tracksInRange = (
  tracks: ReadonlyArray<readonly [whole: Track, ranged?: Reader]>,
): ReadonlyArray<Track> => {
  const times = tracks.map(([whole, track]) => (track ? recordedAt(track, whole) : Infinity));
  const first = Math.min(...times);
  return tracks.map(([whole, track], index) => {
    const late = (times[index] ?? Infinity) - first;
    if (Number.isFinite(late)) return shownIn({ start: -late, duration: late + whole.endMs }, whole);
    return track ? inRange(track, whole) : whole;
  });
};

/** The rate of a rational time. One of 1 or less counts seconds, not frames. */
const rateIn = (time: unknown): ReadonlyArray<number> => {
  const rate = isRecord(time) ? Number(time['rate']) : 0;
  // One such as 24000 is a scale of time, in which a frame of 23.98 a second lasts 1001.
  return rate > 1 ? [/^(24|30|60|120)000$/.test(String(rate)) ? rate / 1001 : rate] : [];
};

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
