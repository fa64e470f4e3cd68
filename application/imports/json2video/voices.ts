import type { Reader } from '../reading/reader.js';
import { isSpeakable } from '../reading/sources.js';

/** The ids of the elements that speak, by their paths. */
export type Voices = ReadonlyMap<string, string>;

export interface MovieContext {
  readonly voices: Voices;
  /** The id of the only voice that is heard where captions are: in the movie, or in a scene. */
  readonly voice: string | undefined;
}

/** The voices of a movie; none if scenes, and so the clips of their voices, are repeated. */
export const voicesOf = (movie: Reader): Voices => {
  const scenes = movie.children('scenes');
  if (scenes.some((scene) => scene.has('iterate'))) return new Map();
  const speaking = [movie, ...scenes]
    .flatMap((parent) => parent.children('elements'))
    .filter((one) => one.peek('type') === 'voice' && isSpeakable(one.peek('text')));
  return new Map(speaking.map(({ path }, index) => [path, `voice-${index + 1}`]));
};

/** The only voice among the elements of a scene, or of the movie. */
export const onlyVoiceIn = (parent: Reader, voices: Voices): string | undefined => {
  const [only, ...more] = parent.children('elements').flatMap(({ path }) => voices.get(path) ?? []);
  return more.length === 0 ? only : undefined;
};

/** Automatic subtitles over a movie whose scenes have one voice each: they are captions of the scenes. */
export const subtitlesOfScenes = (movie: Reader, voices: Voices): ReadonlyArray<Reader> => {
  const scenes = movie.children('scenes');
  const hasOneEach =
    voices.size > 1 &&
    voices.size === scenes.length &&
    scenes.every((scene) => onlyVoiceIn(scene, voices) !== undefined);
  const isAutomatic = (one: Reader) => one.peek('captions') === undefined && one.peek('src') === undefined;
  const elements = hasOneEach ? movie.children('elements') : [];
  return elements.filter((one) => one.peek('type') === 'subtitles' && isAutomatic(one));
};
