import type { Clip } from '../clips/clip.js';
import { clipsWithPaths } from '../clips/clip-paths.js';
import { retimingOf } from '../animation/retiming.js';
import { timeMapOf } from '../animation/time-map.js';
import type { Composition } from '../composition.js';
import type { Word } from '../fields/word.js';
import { LIMITS } from '../limits.js';
import type { ResolvedClip, ResolvedClipOf, ResolvedComposition } from '../resolve/resolved.js';

/** The words that a speech says, and how long it is. */
export interface SpokenClip {
  /** Times in ms from the start of its sound. */
  readonly words: ReadonlyArray<Word>;
  /** Length of its sound, ms. */
  readonly media: number;
}

export type SpokenClips = ReadonlyMap<string, SpokenClip>;

/** For each caption that shows the words of a speech: the id of the clip that says them, by the id of the caption. */
export const speakerIds = ({ clips }: Pick<Composition, 'clips'>): ReadonlyMap<string, string> =>
  new Map(
    clipsWithPaths(clips).flatMap(({ clip }) =>
      clip.type === 'caption' && 'from' in clip.captionProperties.words
        ? [[clip.id, clip.captionProperties.words.from] as const]
        : [],
    ),
  );

/** The composition with the words of speeches in the captions that show them. Their times still count from the speech. */
export const withSpeechWords = (composition: Composition, spoken: SpokenClips): Composition => {
  const filled = (clip: Clip): Clip => {
    if (clip.type === 'group') return { ...clip, clips: clip.clips.map(filled) };
    if (clip.type !== 'caption' || !('from' in clip.captionProperties.words)) return clip;
    const { captionProperties } = clip;
    const { words = [] } = spoken.get(clip.captionProperties.words.from) ?? {};
    return { ...clip, captionProperties: { ...captionProperties, words } };
  };
  return { ...composition, clips: composition.clips.map(filled) };
};

/** Clips by their ids. `origin`: the time on the timeline at which the list of the clip begins, ms. */
const placedClips = (
  clips: ReadonlyArray<ResolvedClip>,
  origin = 0,
): ReadonlyArray<readonly [id: string, placed: { clip: ResolvedClip; origin: number }]> =>
  clips.flatMap((clip) => [
    [clip.id, { clip, origin }] as const,
    ...(clip.type === 'group' ? placedClips(clip.clips, origin + clip.timeFrame.start) : []),
  ]);

/** The words of a speech when they are heard, ms from the start of its clip. None if it is played backwards. */
const heardWords = (clip: ResolvedClip, { words, media }: SpokenClip): ReadonlyArray<Word> => {
  const { start, end, reverse = false } = clip.timeFrame;
  if (reverse) return [];
  const { runs, sourceIn, timeIn } = timeMapOf(retimingOf(clip, media, end - start));
  return runs
    .filter(({ isFrozen }) => !isFrozen)
    .flatMap((run) => {
      const [first, last] = [run.source, sourceIn(run, run.to)];
      return words
        .filter((word) => word.end > first && word.start < last)
        .map(({ word, ...times }) => ({
          word,
          start: timeIn(run, Math.max(times.start, first)),
          end: timeIn(run, Math.min(times.end, last)),
        }));
    });
};

/** The words with the times of a caption. `between`: ms between the starts of the caption's list and the speech. */
const shownWords = (
  words: ReadonlyArray<Word>,
  { start, offset = 0 }: ResolvedClipOf<'caption'>['timeFrame'],
  between: number,
): ReadonlyArray<Word> =>
  words
    .map((word) => ({
      ...word,
      start: Math.max(0, word.start + between - start + offset),
      end: word.end + between - start + offset,
    }))
    .filter((word) => word.end > word.start)
    .slice(0, LIMITS.captionWords);

/**
 * The composition in which captions show the words of speeches when they are heard.
 * @param speakers see {@link speakerIds}
 */
export const withHeardWords = (
  composition: ResolvedComposition,
  speakers: ReadonlyMap<string, string>,
  spoken: SpokenClips,
): ResolvedComposition => {
  const placed = new Map(placedClips(composition.clips));
  const timed = (clip: ResolvedClip): ResolvedClip => {
    if (clip.type === 'group') return { ...clip, clips: clip.clips.map(timed) };
    const speakerId = speakers.get(clip.id) ?? '';
    const [speech, speaker] = [spoken.get(speakerId), placed.get(speakerId)];
    if (clip.type !== 'caption' || !speech || !speaker) return clip;
    const between = speaker.origin + speaker.clip.timeFrame.start - (placed.get(clip.id)?.origin ?? 0);
    const words = shownWords(heardWords(speaker.clip, speech), clip.timeFrame, between);
    return { ...clip, captionProperties: { ...clip.captionProperties, words } };
  };
  return speakers.size === 0 ? composition : { ...composition, clips: composition.clips.map(timed) };
};
