import type { DraftClip } from '../draft.js';
import { built } from '../reading/fields.js';
import type { TextContext } from '../reading/fonts.js';
import type { JsonObject } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import type { ImportedScene } from '../reading/scenes.js';
import { isSpeakable } from '../reading/sources.js';

export interface MovieContext extends TextContext {
  /** The ids of the elements that speak, by their paths: one, or at most one in each scene; else none. */
  readonly voices: ReadonlyMap<string, string>;
}

const speaking = (parent: Reader): ReadonlyArray<Reader> =>
  parent.children('elements').filter((one) => one.peek('type') === 'voice' && isSpeakable(one.peek('text')));

/** The voices of a movie of which each has captions of its own. */
export const voicesOf = (movie: Reader): ReadonlyMap<string, string> => {
  const scenes = movie.children('scenes');
  const all = [...speaking(movie), ...scenes.flatMap(speaking)];
  const isOnePerScene = speaking(movie).length === 0 && scenes.every((scene) => speaking(scene).length <= 1);
  const isRepeated = scenes.some((scene) => scene.has('iterate'));
  return new Map(
    isRepeated || (all.length > 1 && !isOnePerScene)
      ? []
      : all.map(({ path }, index) => [path, `voice-${index + 1}`] as const),
  );
};

/** The words of automatic captions: those of the only voice, or to be filled. */
export const wordsOf = ({ voices }: MovieContext): JsonObject | ReadonlyArray<never> => {
  const [from] = voices.size === 1 ? voices.values() : [];
  return from === undefined ? [] : { from };
};

/** Captions over a movie with a voice in each scene, as captions of the scenes. */
export const captionsInScenes = (
  scenes: ReadonlyArray<ImportedScene>,
  over: ReadonlyArray<DraftClip>,
  { voices }: MovieContext,
): { readonly scenes: ReadonlyArray<ImportedScene>; readonly over: ReadonlyArray<DraftClip> } => {
  const isOpen = ({ clip }: DraftClip): boolean => {
    const words = (clip['captionProperties'] as JsonObject | undefined)?.['words'];
    return voices.size > 1 && Array.isArray(words) && words.length === 0;
  };
  const ids = new Set<unknown>(voices.values());
  const captions = over.filter(isOpen);
  const spoken = (scene: ImportedScene): ReadonlyArray<DraftClip> =>
    scene.clips
      .filter(({ clip }) => ids.has(clip['id']))
      .flatMap((voice) =>
        captions.map(({ path, clip }) => ({
          path,
          clip: built(clip, { 'captionProperties.words': { from: voice.clip['id'] } }),
        })),
      );
  return {
    scenes: scenes.map((scene) => ({ ...scene, clips: [...scene.clips, ...spoken(scene)] })),
    over: over.filter((one) => !isOpen(one)),
  };
};
