import type { DraftClip } from '../draft.js';
import type { JsonObject } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { type Range, timeRange } from './clips.js';
import type { Track } from './sounds.js';

// Ranges of tracks, stacks and timelines: the rest of what they hold is not shown.

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

/** The range of a track or stack that is shown. */
export const inRange = (item: Reader, whole: Track): Track => {
  const range = timeRange(item, 'source_range');
  if (!range || range.duration <= 0) return whole;
  const clips = whole.clips.flatMap((clip) => within(clip, range));
  if (clips.length > 0 || whole.clips.length === 0) return { clips, endMs: range.duration };
  item.differs('source_range', 'the whole of it is shown, because there is nothing in this range');
  return whole;
};
