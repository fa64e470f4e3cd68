import type { DraftClip } from '../draft.js';
import { built } from '../reading/fields.js';
import { type JsonObject, present, same, table } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { lastingOf } from '../reading/scenes.js';
import { type Before, timed, type Timing } from '../reading/times.js';

/** The start of the next element on the same track, if it is stated, ms. */
const nextStart = (elements: ReadonlyArray<Reader>, index: number): number => {
  const track = elements[index]?.number('track');
  const next = elements.slice(index + 1).find((element) => element.peek('track') === track);
  const time = track === undefined ? undefined : next?.peek('time');
  return typeof time === 'number' ? time * 1000 : 0;
};

/** A time, unless it is one of the words that leave it to Creatomate. */
const timeIn = (element: Reader, name: string): number | undefined =>
  /^(auto|media|end)$/.test(String(element.raw(name))) ? undefined : element.time(name);

/** When an element plays. @param before it on its track, which it overlaps by a time in ms */
export const timesOf = (
  elements: ReadonlyArray<Reader>,
  index: number,
  element: Reader,
  before: Before | undefined,
  overlap: number,
): Timing => {
  const stated = element.raw('time') === 'start' ? 0 : timeIn(element, 'time');
  if (stated === undefined && before?.isEndless === true)
    element.differs('time', 'is where the element before it ends, which lasts to the end: it starts with it');
  const after = before?.end === undefined ? undefined : Math.max(0, before.end - overlap);
  const start = stated ?? (before ? after : 0);
  const given = element.raw('duration');
  if (given === '100%') return timed(start, before, 'video', overlap);
  const duration = timeIn(element, 'duration') ?? 0;
  if (duration > 0) return timed(start, before, duration, overlap);
  const kind = element.knownText('type')?.toLowerCase() ?? '';
  const isMedia = kind === 'video' || kind === 'audio';
  const rest = start === undefined ? 0 : nextStart(elements, index) - start;
  // Media with a length of `null` fill their composition.
  const lasts =
    isMedia && element.peek('duration') !== null
      ? 'source'
      : kind !== 'composition' && rest > 0
        ? rest
        : 'video';
  return timed(start, before, lasts, overlap);
};

/** The time frame with the speed and the part of the media that is played. */
export const timeFrameOf = (own: JsonObject, { played, ...timing }: JsonObject): JsonObject => {
  const length = typeof played === 'number' ? played / Number(timing['speed'] ?? 1) : undefined;
  const isStated = typeof own['start'] === 'number';
  const part =
    length === undefined
      ? {}
      : isStated
        ? { end: Number(own['start']) + length }
        : { end: undefined, duration: length };
  const whole = timing['loop'] === true ? { end: 'video' } : {};
  return present({ ...own, ...timing, ...(own['end'] === 'source' ? { ...part, ...whole } : {}) });
};

/** A composition lasts as long as its elements, if it does not state how long. */
export const groupTime = (own: JsonObject, inner: ReadonlyArray<DraftClip>): JsonObject => {
  const lasts = own['end'] === 'video' ? lastingOf(inner) : undefined;
  if (lasts === undefined) return own;
  const isKnown = typeof lasts === 'number' && typeof own['start'] === 'number';
  return { ...own, end: isKnown ? Number(own['start']) + lasts : 'source' };
};

/** How often a composition that is looped plays at most. */
const MOST_TURNS = 100;

/** When a composition that is looped plays again, until the one around it ends. */
export const turnsOf = (
  element: Reader,
  { start, end }: Timing,
  total: number | undefined,
): ReadonlyArray<JsonObject> => {
  if (element.peek('type') !== 'composition' || element.flag('loop') !== true) return [];
  const length = start === undefined || end === undefined ? 0 : end - start;
  const plays = element.number('plays') ?? Math.ceil(((total ?? 0) - (start ?? 0)) / length);
  if (!(length > 0) || !(plays <= MOST_TURNS))
    return element.differs('loop', 'the composition plays once', 'leftOut') ?? [];
  return Array.from({ length: Math.max(0, plays - 1) }, (_, turn) => {
    const from = Number(end) + turn * length;
    return { start: from, end: Math.min(from + length, total ?? Infinity) };
  });
};

const MASKS = table({
  ...same('alpha luma'),
  'alpha-inverted': 'alphaInverted',
  'luma-inverted': 'lumaInverted',
});

/** A mask applies to the element one track below it. @param masks their modes by id */
export const withMasks = (
  clips: ReadonlyArray<DraftClip>,
  masks: ReadonlyMap<unknown, string>,
): ReadonlyArray<DraftClip> =>
  clips.map((draft, index) => {
    const above = clips[index + 1]?.clip['id'];
    const mode = masks.get(above);
    if (mode === undefined) return draft;
    const mask = { clip: above, mode: MASKS[mode] ?? 'alpha' };
    return { ...draft, clip: built(draft.clip, { 'effects.mask': mask }) };
  });
