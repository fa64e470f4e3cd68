import type { Reader } from '../reading/reader.js';
import { type Before, secondsIn, timed, type Timing } from '../reading/times.js';

/** How long a clip without media of its own lasts if its length is automatic, ms. */
const STILL_MS = 3000;

/** How many clips may name each other in a row for a time. */
const LONGEST_CHAIN = 20;

/** The clips that have an alias, by the references to them. */
export type Aliases = ReadonlyMap<unknown, Reader>;

/** What is stated for a time of a clip, or of the clip that it names instead. */
const statedIn = (clip: Reader | undefined, name: string, aliases: Aliases, hops = 0): unknown => {
  const stated = clip?.peek(name);
  const isOfOther = typeof stated === 'string' && stated.startsWith('alias://');
  return isOfOther && hops < LONGEST_CHAIN ? statedIn(aliases.get(stated), name, aliases, hops + 1) : stated;
};

/** A time in ms, or the word that stands for it. That of another clip is noted if it depends on media. */
const timeIn = (clip: Reader, name: string, aliases: Aliases): number | string | undefined => {
  const own = clip.peek(name);
  if (typeof own !== 'string' || !/^(auto$|end$|alias:\/\/)/.test(own)) return clip.time(name);
  clip.raw(name);
  if (!own.startsWith('alias')) return own;
  const seconds = secondsIn(statedIn(clip, name, aliases));
  if (seconds !== undefined) return Math.round(seconds * 1000);
  const instead = name === 'start' ? 'starts after the clip before it' : 'lasts until the end of the video';
  clip.differs(name, `${instead}: the time of the other clip is not known before its media is`);
  return 'alias';
};

/** When a clip plays: at stated times, after the clip before, as long as its media, or until the end. */
export const timingOf = (
  clip: Reader,
  isTimed: boolean,
  before: Before | undefined,
  aliases: Aliases,
): Timing => {
  const [first, lasting] = [timeIn(clip, 'start', aliases), timeIn(clip, 'length', aliases)];
  const isAfter = typeof first === 'string' || !clip.has('start');
  const start = isAfter ? (before ? before.end : 0) : (first ?? 0);
  const otherwise = isTimed ? 'source' : STILL_MS;
  const isEndless = lasting === 'end' || lasting === 'alias';
  return timed(start, before, typeof lasting === 'number' ? lasting : isEndless ? 'video' : otherwise);
};
