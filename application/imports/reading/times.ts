import { type JsonObject, present, each } from './json-object.js';

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  ...each('s sec seconds', 1),
  ms: 0.001,
  ...each('m min', 60),
};

/** Seconds from a number, a text with a unit, or a clock time such as `01:02:03.5`. Undefined for anything else. */
export const secondsIn = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const clock = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2}(?:[.,]\d{1,6})?)$/.exec(value.trim());
  if (clock)
    return Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number((clock[3] ?? '0').replace(',', '.'));
  const [, number, unit = ''] =
    /^(-?\d{0,9}\.?\d{1,20}|-?\d{1,9}\.)\s*([a-z]{0,8})$/i.exec(value.trim()) ?? [];
  const factor = UNITS[unit.toLowerCase()];
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
};

/** When a clip plays, as far as it is known before the media is. */
export interface Timing {
  readonly timeFrame: JsonObject;
  /** Ms; undefined if it depends on media, or on the end of what is around it. */
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** The clip before on the same track. */
export interface Before {
  readonly id: string;
  readonly end: number | undefined;
  /** Whether it lasts to the end: what follows it starts with it, at `end`. */
  readonly isEndless?: boolean;
}

/**
 * The times of a clip.
 * @param start ms; undefined if it follows the clip before it, whose end depends on media
 * @param lasts ms, or until the end of its media or of the video
 * @param overlap with the clip before, ms
 */
export const timed = (
  start: number | undefined,
  before: Before | undefined,
  lasts: number | 'source' | 'video',
  overlap = 0,
): Timing => {
  const link: JsonObject =
    start === undefined && before
      ? { after: before.id, ...(overlap > 0 ? { gap: -overlap } : {}) }
      : { start: start ?? 0 };
  if (typeof lasts === 'string') return { timeFrame: { ...link, end: lasts }, start, end: undefined };
  const end = start === undefined ? undefined : start + lasts;
  return {
    timeFrame: { ...link, ...present({ end, duration: end === undefined ? lasts : undefined }) },
    start,
    end,
  };
};
