import type { Clip } from '../clips/clip.js';
import { clipsWithPaths } from '../clips/clip-paths.js';
import { retimingOf } from '../animation/retiming.js';
import { timeMapOf } from '../animation/time-map.js';
import type { Composition } from '../composition.js';
import type { Word } from '../format/word.js';
import { LIMITS } from '../limits.js';
import type { ResolvedClip, ResolvedClipOf, ResolvedComposition } from '../resolve/resolved.js';

export interface SpokenClip {
  /** ms from the start of its sound */
  readonly words: ReadonlyArray<Word>;
  /** Length of its sound, ms. */
  readonly media: number;
}

/** The speeches that captions show, by the ids of the clips that say them. */
export type SpokenClips = ReadonlyMap<string, SpokenClip>;

/** The ids of the clips whose words captions show, by the ids of the captions. */
export const spokenBy = ({ clips }: Pick<Composition, 'clips'>): ReadonlyMap<string, string> =>
  new Map(
    clipsWithPaths(clips).flatMap(({ clip }) =>
      clip.type === 'caption' && 'from' in clip.captionProperties.words
        ? [[clip.id, clip.captionProperties.words.from] as const]
        : [],
    ),
  );

/** The composition with all words of the speeches in the captions that show them; their times are not yet right. */
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

/** Clips by their ids, with where their list begins on the timeline, ms. */
const placedClips = (
  clips: ReadonlyArray<ResolvedClip>,
  origin = 0,
): ReadonlyArray<readonly [id: string, placed: { clip: ResolvedClip; origin: number }]> =>
  clips.flatMap((clip) => [
    [clip.id, { clip, origin }] as const,
    ...(clip.type === 'group' ? placedClips(clip.clips, origin + clip.timeFrame.start) : []),
  ]);

/** When the words of a speech are heard, ms from the start of its clip. What is played backwards is not understood. */
const heardWords = (clip: ResolvedClip, { words, media }: SpokenClip): ReadonlyArray<Word> => {
  const { start, end, reverse = false } = clip.timeFrame;
  if (reverse) return [];
  const { runs, sourceIn, timeIn } = timeMapOf(retimingOf(clip, media, end - start));
  return runs
    .filter(({ isHeld }) => !isHeld)
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

/** The words with times of the caption that shows them. */
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
 * @param by see {@link spokenBy}
 */
export const withHeardWords = (
  composition: ResolvedComposition,
  by: ReadonlyMap<string, string>,
  spoken: SpokenClips,
): ResolvedComposition => {
  const placed = new Map(placedClips(composition.clips));
  const timed = (clip: ResolvedClip): ResolvedClip => {
    if (clip.type === 'group') return { ...clip, clips: clip.clips.map(timed) };
    const voice = by.get(clip.id) ?? '';
    const [said, speaker] = [spoken.get(voice), placed.get(voice)];
    if (clip.type !== 'caption' || !said || !speaker) return clip;
    const between = speaker.origin + speaker.clip.timeFrame.start - (placed.get(clip.id)?.origin ?? 0);
    const words = shownWords(heardWords(speaker.clip, said), clip.timeFrame, between);
    return { ...clip, captionProperties: { ...clip.captionProperties, words } };
  };
  return by.size === 0 ? composition : { ...composition, clips: composition.clips.map(timed) };
};
