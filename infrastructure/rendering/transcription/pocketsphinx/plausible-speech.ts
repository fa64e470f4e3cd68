import type { RecognisedWord } from './ctm.js';

/** No speaker draws a word out longer; a recogniser that finds no speech puts one word over the whole noise. */
const longestMs = (word: string): number => 500 + 120 * word.length;
/** Below this mean confidence the words are guesses at sounds that are not speech. */
const LEAST_CONFIDENCE = 0.2;
/** A few words in a long segment count only if the recogniser is sure of them. */
const SPARSE_SHARE = 0.05;
const SURE = 0.5;

/**
 * The words of a segment, or none when they do not look like speech: music and rhythmic noise make the recogniser
 * guess. The bounds were measured: speech of synthetic voices has a mean confidence of 0.27 to 0.82 and fills most
 * of its segment, drum beats came out at 0.17, chords as one word in eight seconds.
 * @param segmentMs the length of the segment
 */
export const plausibleSpeech = (
  recognised: ReadonlyArray<RecognisedWord>,
  segmentMs: number,
): ReadonlyArray<RecognisedWord> => {
  const words = recognised.filter(({ word, start, end }) => end - start <= longestMs(word));
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
  const spokenMs = words.reduce((sum, { start, end }) => sum + end - start, 0);
  const least = spokenMs < segmentMs * SPARSE_SHARE ? SURE : LEAST_CONFIDENCE;
  return confidence >= least ? words : [];
};
