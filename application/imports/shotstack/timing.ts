import { present, type JsonObject } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';

/** When a clip plays, as far as it is known before the media is. */
export interface Timing {
  readonly timeFrame: JsonObject;
  /** Ms; undefined if it depends on media. */
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** The clip before on the same track. */
export interface Before {
  readonly id: string;
  readonly end: number | undefined;
}

/** How long a clip without media of its own lasts if its length is automatic, ms. */
const STILL_MS = 3000;

/**
 * When a clip plays: at stated times, after the clip before, as long as its media, or until the end.
 * @param named the times of clips with an alias
 */
export const timingOf = (
  clip: Reader,
  isTimed: boolean,
  speed: number,
  before: Before | undefined,
  named: ReadonlyMap<string, Timing>,
): Timing => {
  const [startText, lengthText] = ['start', 'length'].map((name) => {
    const raw = clip.raw(name);
    return typeof raw === 'string' && /^(auto|end|alias:\/\/)/.test(raw) ? raw : undefined;
  });
  const aliased = (text: string | undefined, name: string): Timing | undefined => {
    if (!text?.startsWith('alias://')) return undefined;
    const other = named.get(text.slice('alias://'.length));
    if (!other || other.start === undefined || (name === 'length' && other.end === undefined))
      clip.differs(
        name,
        `"${text.slice(0, 50)}" is not known before the media is: ${name === 'start' ? 'the clip starts at once' : 'the clip lasts until the end of the video'}`,
      );
    return other;
  };
  const sameStart = aliased(startText, 'start')?.start;
  const isAfter = startText === 'auto' || !clip.has('start');
  const start = startText?.startsWith('alias://')
    ? (sameStart ?? 0)
    : isAfter
      ? before
        ? before.end
        : 0
      : (clip.time('start') ?? 0);
  const link = start === undefined && before ? { after: before.id } : { start: start ?? 0 };
  const other = aliased(lengthText, 'length');
  const stated =
    other?.start !== undefined && other.end !== undefined
      ? other.end - other.start
      : lengthText === undefined && clip.has('length')
        ? clip.time('length')
        : undefined;
  if (stated !== undefined) {
    const end = start === undefined ? undefined : start + stated;
    return {
      timeFrame: present({ ...link, ...(end === undefined ? { duration: stated } : { end }) }),
      start,
      end,
    };
  }
  if (lengthText === 'end' || lengthText?.startsWith('alias://'))
    return { timeFrame: { ...link, end: 'video' }, start, end: undefined };
  if (isTimed)
    return {
      timeFrame: present({ ...link, end: 'source', speed: speed === 1 ? undefined : speed }),
      start,
      end: undefined,
    };
  const end = start === undefined ? undefined : start + STILL_MS;
  return { timeFrame: { ...link, ...(end === undefined ? { duration: STILL_MS } : { end }) }, start, end };
};
