import type { Clip } from '../../../../clients/typescript/core/types.js';

type Times = Clip['timeFrame'];
type Fields = Readonly<Record<string, unknown>>;

/** The times of a clip with both its end and its duration, as far as they are known. The document has one of them. */
export const withBothEnds = (own: Times, length: number | undefined): Times => {
  if (length === undefined) return own;
  const end = own.end ?? (own.after === undefined ? (own.start ?? 0) + length : undefined);
  return { ...own, duration: own.duration ?? length, ...(end === undefined ? {} : { end }) };
};

/**
 * The times of a clip after a field of them was edited. With another speed, it shows the same part of its media.
 * @param own as they were in the document, with an end or a duration
 * @param shown with both, as they were edited
 */
export const withEditedTimes = (own: Times, shown: Times, edited: Fields): Fields => {
  const { end, duration, ...others } = edited;
  const [was, speed] = [own.speed ?? 1, edited['speed'] ?? 1];
  const isFree = typeof own.end !== 'string' && (own.loop ?? false) === false;
  if (speed !== was && typeof speed === 'number' && typeof was === 'number' && isFree) {
    // Down, so that nothing is left after the media.
    const part = Math.max(1, Math.floor((Number(shown.duration) * was) / speed));
    return withEditedTimes({ ...own, speed }, shown, { ...edited, duration: part });
  }
  const start = Number(edited['start'] ?? 0);
  if (own.duration !== undefined) {
    if (end === shown.end) return { ...others, duration };
    return typeof end === 'number' ? { ...others, duration: end - start } : { ...others, end };
  }
  if (duration === shown.duration || typeof duration !== 'number') return { ...others, end };
  return own.after === undefined ? { ...others, end: start + duration } : { ...others, duration };
};
