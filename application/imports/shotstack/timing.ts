import type { Reader } from '../reading/reader.js';
import { type Before, timed, type Timing } from '../reading/times.js';

/** How long a clip without media of its own lasts if its length is automatic, ms. */
const STILL_MS = 3000;

/** A time that is stated in words; one of another clip is noted. */
const wordIn = (clip: Reader, name: string): string => {
  const raw = clip.raw(name);
  if (typeof raw !== 'string' || !/^(auto$|end$|alias:\/\/)/.test(raw)) return '';
  if (raw.startsWith('alias')) clip.differs(name, 'does not follow the other clip: it is that of this clip');
  return raw.replace(/^alias.*/s, 'auto');
};

/** When a clip plays: at stated times, after the clip before, as long as its media, or until the end. */
export const timingOf = (clip: Reader, isTimed: boolean, before: Before | undefined): Timing => {
  const [first, lasting] = [wordIn(clip, 'start'), wordIn(clip, 'length')];
  const isAfter = first === 'auto' || !clip.has('start');
  const start = isAfter ? (before ? before.end : 0) : (clip.time('start') ?? 0);
  const stated = lasting === '' ? clip.time('length') : undefined;
  const otherwise = lasting !== '' && lasting !== 'auto' ? 'video' : isTimed ? 'source' : STILL_MS;
  return timed(start, before, stated ?? otherwise);
};
