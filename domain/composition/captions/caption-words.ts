import { LIMITS } from '../limits.js';
import type {
  ResolvedCaption,
  ResolvedClip,
  ResolvedClipOf,
  ResolvedComposition,
  ResolvedTextStyle,
} from '../resolve/resolved.js';
import type { Word } from '../fields/word.js';

const needsWords = (clip: ResolvedClip): clip is ResolvedClipOf<'caption'> =>
  clip.type === 'caption' && clip.captionProperties.words.length === 0;

/** Whether transcription would change a composition: it has a caption clip without words, or no caption clip. */
export const wantsTranscription = ({ clips }: ResolvedComposition): boolean =>
  clips.some(needsWords) || !clips.some(({ type }) => type === 'caption');

/**
 * Fills spoken `words` (ms of the timeline) into every caption clip without words. A clip gets the words that overlap
 * it, with times relative to its start plus its offset. If there is no caption clip, adds one at the bottom of the
 * canvas, with `freshId`.
 */
export const withSpokenWords = (
  composition: ResolvedComposition,
  words: ReadonlyArray<Word>,
  freshId: string,
): ReadonlyArray<ResolvedClip> => {
  const spoken = words.filter(({ word }) => word.trim() !== '').slice(0, LIMITS.captionWords);
  const { clips } = composition;
  if (!clips.some(({ type }) => type === 'caption'))
    return spoken.length === 0 ? clips : [...clips, captionAtTheBottom(composition, spoken, freshId)];
  return clips.map((clip) => (needsWords(clip) ? withWords(clip, wordsWithin(clip, spoken)) : clip));
};

const withWords = (clip: ResolvedClipOf<'caption'>, words: ReadonlyArray<Word>): ResolvedClip => ({
  ...clip,
  captionProperties: { ...clip.captionProperties, words },
});

const wordsWithin = ({ timeFrame: { start, end, offset = 0 } }: ResolvedClip, words: ReadonlyArray<Word>) =>
  words
    .filter((word) => word.end > start && word.start < end)
    .map((word) => ({
      word: word.word,
      start: Math.max(0, word.start - start + offset),
      end: Math.max(0, Math.min(word.end, end) - start + offset),
    }));

const captionAtTheBottom = (
  { metadata: { canvas, duration }, clips }: ResolvedComposition,
  words: ReadonlyArray<Word>,
  id: string,
): ResolvedClip => {
  const fontSize = Math.max(12, Math.round(Math.min(canvas.height / 16, canvas.width / 14)));
  const width = Math.round(canvas.width * 0.9);
  const height = Math.round(fontSize * 1.2 * 2);
  return {
    id,
    type: 'caption',
    name: 'Captions',
    volume: 1,
    timeFrame: { start: 0, end: duration },
    position: {
      x: Math.round((canvas.width - width) / 2),
      y: Math.round(canvas.height * 0.95) - height,
      z: clips.reduce((highest, { position }) => Math.max(highest, position.z), 0) + 1,
    },
    transform: { scale: { x: 1, y: 1 } },
    size: { width, height },
    captionProperties: captionsOf(words, fontSize, width),
  };
};

const captionsOf = (words: ReadonlyArray<Word>, fontSize: number, maxWidth: number): ResolvedCaption => {
  const style = (color: string): ResolvedTextStyle => ({
    fontSize,
    color,
    fontFamily: 'Montserrat',
    fontWeight: 700,
    fontStyle: 'normal',
    underline: false,
    padding: 0,
    strokeWidth: Math.max(1, Math.round(fontSize / 16)),
    strokeColor: '#000000',
    borderWidth: 0,
    borderColor: '#FFFFFF',
  });
  return {
    words,
    highlightTextProperties: style('#FFD60A'),
    nonHighlightTextProperties: style('#FFFFFF'),
    textAlign: 'center',
    maxWidth,
    maxWordsInFrame: 5,
  };
};
