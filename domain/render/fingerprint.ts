import * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';
import { count, stored } from '../codec/stored.js';

// A perceptual fingerprint names the likeliest origin of a file that was encoded again. It proves nothing: pictures that
// look alike have like fingerprints.
//
// A frame is shrunk to 9×9 levels of grey. Each bit of its hash says whether a level is clearly higher than its
// neighbour's (dHash: 64 bits along the rows, 64 along the columns). Even areas have no bits, so that the noise of an
// encoder does not count.

/** Sides of a shrunk frame in px. */
export const GREY_SIDE = 9;
/** Bytes of a shrunk frame: one level each. */
export const GREY_BYTES = GREY_SIDE * GREY_SIDE;
/** A level that is higher by less counts as equal. */
const NOISE = 3;
const HASH_WORDS = 4;

/** The most frames a recorded fingerprint has: an event must stay small. */
export const MAX_FINGERPRINT_FRAMES = 180;

/** Hashes of frames over time: `hashes[i]` is the dHash of the frame shown at `at[i]` ms, 32 hexadecimal digits. */
export const Fingerprint = stored({
  method: oneOf('dhash-128'),
  at: t.readonlyArray(count),
  hashes: t.readonlyArray(t.string),
});
export type Fingerprint = t.TypeOf<typeof Fingerprint>;

/** The dHash of a shrunk frame, row by row: 32 hexadecimal digits. */
export const dHash = (grey: Uint8Array): string => {
  const level = (x: number, y: number): number => grey[y * GREY_SIDE + x] ?? 0;
  const words = new Uint32Array(HASH_WORDS);
  let bit = 0;
  const compare = (a: number, b: number): void => {
    const word = bit >> 5;
    if (b - a >= NOISE) words[word] = (words[word] ?? 0) | (1 << (bit & 31));
    bit += 1;
  };
  for (let y = 0; y < GREY_SIDE - 1; y += 1)
    for (let x = 0; x < GREY_SIDE - 1; x += 1) compare(level(x, y), level(x + 1, y));
  for (let y = 0; y < GREY_SIDE - 1; y += 1)
    for (let x = 0; x < GREY_SIDE - 1; x += 1) compare(level(x, y), level(x, y + 1));
  return [...words].map((word) => word.toString(16).padStart(8, '0')).join('');
};

/** A fingerprint with at most `most` frames, evenly chosen. */
export const thinned = (
  { method, at, hashes }: Fingerprint,
  most: number = MAX_FINGERPRINT_FRAMES,
): Fingerprint => {
  if (at.length <= most) return { method, at, hashes };
  const chosen = Array.from({ length: most }, (_, index) => Math.floor((index * at.length) / most));
  const of = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> => chosen.map((index) => all[index] as A);
  return { method, at: of(at), hashes: of(hashes) };
};

const onesIn = (word: number): number => {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
};

type Words = ReadonlyArray<number>;

const wordsOf = (hash: string): Words =>
  Array.from({ length: HASH_WORDS }, (_, index) => Number.parseInt(hash.slice(index * 8, index * 8 + 8), 16));

const overlap = (a: Words, b: Words): { readonly both: number; readonly either: number } => {
  let [both, either] = [0, 0];
  for (let index = 0; index < HASH_WORDS; index += 1) {
    const [one = 0, other = 0] = [a[index], b[index]];
    both += onesIn(one & other);
    either += onesIn(one | other);
  }
  return { both, either };
};

/** How far apart frames may be and still be compared, in ms: frame rates and cuts shift when a file is encoded again. */
const WINDOW_MS = 120;
/** Bits from which a resemblance counts in full: fewer are found in almost uniform pictures, and prove little. */
const FULL_EVIDENCE = 64;

/**
 * How much a file looks like a known one, from 0 to 1: the Tanimoto coefficient of the bits of their hashes, over all
 * frames of the known fingerprint, whose times ascend. 0 also means that both pictures are too even to tell.
 */
export const resemblanceTo = (file: Fingerprint): ((known: Fingerprint) => number) => {
  const frames = file.at
    .map((at, index) => ({ at, words: wordsOf(file.hashes[index] ?? '') }))
    .toSorted((a, b) => a.at - b.at);
  return (known) => {
    let [shared, total, next] = [0, 0, 0];
    for (const [index, at] of known.at.entries()) {
      const words = wordsOf(known.hashes[index] ?? '');
      while ((frames[next]?.at ?? Infinity) < at - WINDOW_MS) next += 1;
      let best = { both: 0, either: overlap(words, words).either };
      let bestRatio = -1;
      for (let near = next; (frames[near]?.at ?? Infinity) <= at + WINDOW_MS; near += 1) {
        const found = overlap(words, frames[near]?.words ?? []);
        const ratio = found.either === 0 ? 1 : found.both / found.either;
        if (ratio > bestRatio) [best, bestRatio] = [found, ratio];
      }
      shared += best.both;
      total += best.either;
    }
    return total === 0 ? 0 : (shared / total) * Math.min(1, total / FULL_EVIDENCE);
  };
};
