import type { Reader } from '../reading/reader.js';
import { type Before, timed, type Timing } from '../reading/times.js';

/** How long a clip without media of its own lasts if its length is automatic, ms. */
const STILL_MS = 3000;

const ALIAS = 'alias://';

/** A time that is stated in words. */
const wordIn = (clip: Reader, name: string): string => {
  const raw = clip.raw(name);
  return typeof raw === 'string' && /^(auto$|end$|alias:\/\/)/.test(raw) ? raw : '';
};

/**
 * When a clip plays: at stated times, after the clip before, as long as its media, or until the end.
 * @param named the times of clips with an alias
 */
export const timingOf = (
  clip: Reader,
  isTimed: boolean,
  before: Before | undefined,
  named: ReadonlyMap<string, Timing>,
): Timing => {
  const [first, lasting] = [wordIn(clip, 'start'), wordIn(clip, 'length')];
  const aliased = (word: string, name: 'start' | 'length'): number | undefined => {
    if (!word.startsWith(ALIAS)) return undefined;
    const { start, end } = named.get(word.slice(ALIAS.length)) ?? {};
    const length = start === undefined || end === undefined ? undefined : end - start;
    const found = name === 'start' ? start : length;
    const instead =
      name === 'start' ? 'the clip starts at once' : 'the clip lasts until the end of the video';
    if (found === undefined)
      clip.differs(name, `"${word.slice(0, 50)}" is not known before the media is: ${instead}`);
    return found;
  };
  const isAfter = first === 'auto' || !clip.has('start');
  const start = first.startsWith(ALIAS)
    ? (aliased(first, 'start') ?? 0)
    : isAfter
      ? before
        ? before.end
        : 0
      : (clip.time('start') ?? 0);
  const stated = aliased(lasting, 'length') ?? (lasting === '' ? clip.time('length') : undefined);
  const otherwise = lasting !== '' && lasting !== 'auto' ? 'video' : isTimed ? 'source' : STILL_MS;
  return timed(start, before, stated ?? otherwise);
};
