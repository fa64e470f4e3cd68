import type { DraftClip } from '../draft.js';
import { type JsonObject, present } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { lastingOf } from '../reading/scenes.js';

/** The element before on the same track. */
export interface Before {
  readonly id: string;
  /** Ms; undefined if it depends on media, or on the end of the composition. */
  readonly end: number | undefined;
}

/** The start of the next element on the same track, if it is stated, ms. */
export const nextStart = (
  elements: ReadonlyArray<Reader>,
  index: number,
  track: number | undefined,
): number | undefined => {
  if (track === undefined) return undefined;
  const next = elements.slice(index + 1).find((element) => element.peek('track') === track);
  const time = next?.peek('time');
  return typeof time === 'number' ? time * 1000 : undefined;
};

export const timesOf = (
  element: Reader,
  kind: string,
  before: Before | undefined,
  next: number | undefined,
  overlap: number,
): {
  readonly timeFrame: JsonObject;
  readonly start: number | undefined;
  readonly end: number | undefined;
} => {
  const stated = element.raw('time') === 'start' ? 0 : element.time('time');
  const after = stated === undefined && before !== undefined;
  const start =
    stated ?? (after ? (before.end === undefined ? undefined : Math.max(0, before.end - overlap)) : 0);
  const link: JsonObject =
    start === undefined && before
      ? present({ after: before.id, gap: overlap > 0 ? -overlap : undefined })
      : { start: start ?? 0 };
  const duration = element.raw('duration') === 'end' ? undefined : element.time('duration');
  if (duration !== undefined && duration > 0) {
    const end = start === undefined ? undefined : start + duration;
    return { timeFrame: { ...link, ...(end === undefined ? { duration } : { end }) }, start, end };
  }
  const isMedia = kind === 'video' || kind === 'audio';
  if (!isMedia && kind !== 'composition' && next !== undefined && start !== undefined && next > start)
    return { timeFrame: { ...link, end: next }, start, end: next };
  return { timeFrame: { ...link, end: isMedia ? 'source' : 'video' }, start, end: undefined };
};

export const timeFrameOf = (own: JsonObject, { played, ...timing }: JsonObject): JsonObject => {
  const follows = own['end'] === 'source';
  const part =
    follows && typeof played === 'number' ? limited(own, played, Number(timing['speed'] ?? 1)) : {};
  return present({
    ...own,
    ...timing,
    ...part,
    ...(follows && timing['loop'] === true ? { end: 'video' } : {}),
  });
};

/** A composition lasts as long as its elements, if it does not state how long. */
export const groupTime = (own: JsonObject, inner: ReadonlyArray<DraftClip>): JsonObject => {
  const lasts = own['end'] === 'video' ? lastingOf(inner) : undefined;
  if (lasts === undefined) return own;
  return {
    ...own,
    end: typeof lasts === 'number' && typeof own['start'] === 'number' ? own['start'] + lasts : 'source',
  };
};

/** Media of which only a part is played. */
const limited = (own: JsonObject, played: number, speed: number): JsonObject =>
  typeof own['start'] === 'number'
    ? { end: own['start'] + played / speed }
    : { end: undefined, duration: played / speed };
