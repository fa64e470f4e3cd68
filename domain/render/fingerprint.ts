import * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';
import { count, stored } from '../codec/stored.js';

// A perceptual fingerprint finds the likeliest origin of a file that was encoded again. It proves nothing: similar pictures
// have similar fingerprints.
//
// A frame is shrunk to 9×9 levels of grey. Each bit of its hash says whether a level is clearly higher than its
// neighbour's (dHash: 64 bits along the rows, 64 along the columns). Even areas have no bits, so that the noise of an
// encoder does not count.

/** Sides of a shrunk frame in px. */
export const GREY_SIDE = 9;
/** Bytes of a shrunk frame: one level each. */
export const GREY_BYTES = GREY_SIDE * GREY_SIDE;
/** Levels that differ by less count as equal. */
const NOISE = 3;
const HASH_WORDS = 4;

/** Maximum number of frames of a recorded fingerprint, to keep its event small. */
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

/** A fingerprint with at most `maximum` frames, evenly chosen. */
export const downsampled = (
  { method, at, hashes }: Fingerprint,
  maximum: number = MAX_FINGERPRINT_FRAMES,
): Fingerprint => {
  if (at.length <= maximum) return { method, at, hashes };
  const chosen = Array.from({ length: maximum }, (_, index) => Math.floor((index * at.length) / maximum));
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

/** Maximum distance of compared frames, in ms: frame rates and cuts shift when a file is encoded again. */
const WINDOW_MS = 120;
/** The number of bits from which a resemblance has full weight. Almost uniform pictures have fewer, which prove little. */
const FULL_EVIDENCE = 64;

/**
 * How much a file looks like a known one, from 0 to 1: the Tanimoto coefficient of the bits of their hashes, over all
 * frames of the known fingerprint, whose times ascend. It is also 0 if the pictures are too uniform to compare.
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
