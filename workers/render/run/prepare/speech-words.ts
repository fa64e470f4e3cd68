import * as E from 'fp-ts/lib/Either.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import { clipsWithPaths, type ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import {
  type SpokenClip,
  spokenBy,
  withHeardWords,
  withSpeechWords,
} from '../../../../domain/composition/captions/speech-words.js';
import type { ResolvedComposition } from '../../../../domain/composition/resolve/resolved.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import type { LocalSource } from '../../plan/local-source.js';
import { spokenTimes } from '../../sound/spoken-times.js';
import type { RenderContext } from '../context.js';
import { decodingFailure } from '../tasks/failures.js';
import { measuredTexts } from './measure-texts.js';
import { resolvedComposition } from './resolve-composition.js';

/** The level of each 10 ms of a sound. @throws RenderError naming its clip */
const levelsOf = async (
  path: string,
  at: ClipPath,
  context: RenderContext,
): Promise<ReadonlyArray<number>> => {
  const levels = await context.engine.levels(path, context)();
  if (E.isLeft(levels)) throw new RenderError(decodingFailure(levels.left, at));
  return levels.right;
};

/**
 * The composition as rendered: texts are measured, captions have the words of speeches, and all times, places and sizes
 * are resolved.
 * @throws RenderError naming the clip that cannot be resolved
 */
export const resolvedWithTexts = async (
  composition: Composition,
  sources: ReadonlyMap<ClipPath, LocalSource>,
  context: RenderContext,
): Promise<ResolvedComposition> => {
  const by = spokenBy(composition);
  const shown = new Set(by.values());
  const spoken = new Map<string, SpokenClip>();
  for (const { clip, at } of clipsWithPaths(composition.clips)) {
    const source = sources.get(at);
    if (!shown.has(clip.id) || clip.type !== 'audio' || !clip.speech || source?.probed._tag !== 'Media')
      continue;
    const words = spokenTimes(clip.speech.text, await levelsOf(source.path, at, context));
    spoken.set(clip.id, { words, media: source.probed.duration });
  }
  const captioned = withSpeechWords(composition, spoken);
  const texts = await measuredTexts(captioned, sources, context);
  return withHeardWords(resolvedComposition(captioned, sources, texts), by, spoken);
};
