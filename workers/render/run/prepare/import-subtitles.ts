import { readFile, stat } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { Clip } from '../../../../domain/composition/clips/clip.js';
import { type ClipPath, clipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import type { Word } from '../../../../domain/composition/fields/word.js';
import { LIMITS } from '../../../../domain/composition/limits.js';
import {
  MAX_SUBTITLES_BYTES,
  readSubtitles,
  subtitleText,
} from '../../../../domain/composition/subtitles/read-subtitles.js';
import { RenderError, unusableSource } from '../../../../domain/render/failure-cause.js';
import type { FetchedSources } from '../sources/fetch-sources.js';
import { inOrder } from '../tasks.js';

/** A composition with the words of its subtitle files in place of the files, and the number of these words. */
export interface WithSubtitles {
  readonly composition: Composition;
  readonly wordCount: number;
}

/**
 * Reads the fetched subtitle files of a composition into its caption clips.
 * @returns undefined if it has none
 * @throws RenderError naming the clip of a file that is too large or not valid
 */
export const withSubtitles = async (
  composition: Composition,
  { sources }: FetchedSources,
): Promise<WithSubtitles | undefined> => {
  const files = sources.filter(({ use: { role } }) => role === 'subtitles');
  if (files.length === 0) return undefined;
  const paths = new Map(files.map(({ use: { at }, path }) => [at, path]));
  let wordCount = 0;
  const imported = async (clip: Clip, at: ClipPath): Promise<Clip> => {
    if (clip.type === 'group')
      return {
        ...clip,
        clips: await inOrder(clip.clips, (inner, index) => imported(inner, clipPath(index, at))),
      };
    const path = paths.get(at);
    if (clip.type !== 'caption' || path === undefined) return clip;
    const { subtitles, ...captionProperties } = clip.captionProperties;
    const words = await wordsOf(path, subtitles?.format, at);
    wordCount += words.length;
    if (wordCount > LIMITS.captionWords)
      throw unusable(at, `the subtitle files have more than ${LIMITS.captionWords} words in total`);
    return { ...clip, captionProperties: { ...captionProperties, words } };
  };
  const clips = await inOrder(composition.clips, (clip, index) => imported(clip, clipPath(index)));
  return { composition: { ...composition, clips }, wordCount };
};

const wordsOf = async (
  path: string,
  format: 'srt' | 'vtt' | undefined,
  clip: ClipPath,
): Promise<ReadonlyArray<Word>> => {
  const { size } = await stat(path);
  if (size > MAX_SUBTITLES_BYTES)
    throw unusable(clip, `the subtitle file is larger than ${MAX_SUBTITLES_BYTES / 1024 / 1024} MiB`);
  const text = subtitleText(await readFile(path));
  if (text === undefined) throw unusable(clip, 'the subtitle file is not text in UTF-8 or UTF-16');
  const words = readSubtitles(text, format);
  if (E.isRight(words)) return words.right;
  throw unusable(clip, `the subtitle file is not valid: ${words.left.slice(0, 3).join('; ')}`);
};

const unusable = (clip: ClipPath, message: string): RenderError =>
  new RenderError(unusableSource('decode', message, clip));
