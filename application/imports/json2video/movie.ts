import { LIMITS } from '../../../domain/composition/limits.js';
import type { Converter } from '../draft.js';
import { carried } from '../reading/fields.js';
import { type JsonObject, present } from '../reading/json-object.js';
import { canvasIn, outputOf, qualityIn, SIZES } from '../reading/outputs.js';
import { inTurns, type Reader } from '../reading/reader.js';
import { isSpeakable } from '../reading/sources.js';
import { lastingOf, type ImportedScene, clipsOfScenes, scenesFrom } from '../reading/scenes.js';
import { namedTransition } from '../reading/transitions.js';
import { condition, htmlVariablesOf, withPlainPaths } from '../reading/variables.js';
import { clipOf, type VoiceContext } from './elements.js';

// The movie of JSON2Video: https://json2video.com/docs/v2/reference/json-syntax

const UNSEEN =
  'cache id comment client-data client_data exports project apiKey settings status template'.split(' ');

/** How long a scene lasts there if nothing in it has a length, ms. */
const STILL_MS = 5000;

/** Above this are the elements over all scenes. */
const OVER = 100_000;

type Sounds = VoiceContext['sounds'];

const isVoice = (one: Reader): boolean => one.peek('type') === 'voice' && isSpeakable(one.peek('text'));

/** The sounds of a movie of a kind; none if scenes, and so the clips of their sounds, are repeated. */
const soundsOf = (movie: Reader, name: string, isOne: (element: Reader) => boolean): Sounds => {
  const scenes = movie.children('scenes');
  if (scenes.some((scene) => scene.has('iterate'))) return new Map();
  const heard = [movie, ...scenes].flatMap((parent) => parent.children('elements')).filter(isOne);
  return new Map(heard.map(({ path }, index) => [path, `${name}-${index + 1}`]));
};

/** The only one of these sounds among the elements of a scene, or of the movie. */
const onlyOneIn = (parent: Reader, sounds: Sounds): string | undefined => {
  const [only, ...more] = parent.children('elements').flatMap(({ path }) => sounds.get(path) ?? []);
  return more.length === 0 ? only : undefined;
};

/** Automatic subtitles over a movie whose scenes have one voice each: they are captions of the scenes. */
const subtitlesOfScenes = (movie: Reader, voices: Sounds): ReadonlyArray<Reader> => {
  const scenes = movie.children('scenes');
  const hasOneEach =
    voices.size > 1 &&
    voices.size === scenes.length &&
    scenes.every((scene) => onlyOneIn(scene, voices) !== undefined);
  const isAutomatic = (one: Reader) => one.peek('captions') === undefined && one.peek('src') === undefined;
  const elements = hasOneEach ? movie.children('elements') : [];
  return elements.filter((one) => one.peek('type') === 'subtitles' && isAutomatic(one));
};

const transitionIn = (scene: Reader): JsonObject | undefined => {
  if (!scene.has('transition')) return undefined;
  const transition = scene.child('transition');
  const duration = transition.time('duration') ?? 1000;
  const name = transition.text('style') ?? transition.text('type') ?? 'fade';
  const found = namedTransition(transition, 'style', name, duration);
  return duration > 0 ? found : undefined;
};

/** @param over subtitles of the movie that are captions of the scene */
const sceneOf = async (
  scene: Reader,
  context: VoiceContext,
  over: ReadonlyArray<Reader>,
): Promise<ImportedScene> => {
  scene.ignore('id', 'cache', 'comment', 'duration');
  const own = scene.child('variables');
  own.lacks('it is a variable of one scene: its placeholder is not filled in', ...own.names());
  const fill = scene.color('background-color');
  const stated = scene.peek('duration') === 'auto' ? -1000 : (scene.time('duration') ?? -1000);
  const elements = await inTurns([...scene.children('elements'), ...over], (element, index) =>
    clipOf(
      element,
      { ...context, lasts: stated > 0 ? stated : undefined },
      over.includes(element) ? OVER : index + 1,
    ),
  );
  const lasts = lastingOf(elements);
  const isSpoken = stated <= 0 && lasts === 'media' && elements.every(({ clip }) => clip['type'] !== 'video');
  for (const { path, clip } of isSpoken ? elements : []) {
    const { start, end } = clip['timeFrame'] as JsonObject;
    if (Number(start) > 0 && end === 'video')
      scene.shared.note(`${path}.start`, 'it is not seen if the sounds of its scene end before it starts');
  }
  const isSlow = scene.children('elements').some((element) => element.peek('style') === '003');
  return {
    path: scene.path,
    length: stated > 0 ? stated : (lasts ?? (isSlow ? 2 * STILL_MS : STILL_MS)),
    background: fill ?? '#000000',
    clips: elements,
    enters: transitionIn(scene),
    when: carried(scene, { condition })['when'],
  };
};

/** Converts a movie. Scenes follow each other, and overlap while one turns into the next. */
export const json2video: Converter = async (given) => {
  const [movie, variables] = htmlVariablesOf(withPlainPaths(given));
  const [width, height] = movie.choice('resolution', SIZES) ?? [640, 360];
  movie.shared.canvas = canvasIn(movie, width, height);
  movie.ignore(...UNSEEN);
  if (movie.flag('draft') === true)
    movie.differs('draft', 'the video is final: it has no watermark', 'unseen');
  const voices = soundsOf(movie, 'voice', isVoice);
  const music = soundsOf(movie, 'sound', (one) => one.peek('type') === 'audio');
  const sounds = new Map([...voices, ...music]);
  const [voice] = voices.size === 1 ? voices.values() : [];
  const [sound] = sounds.size === 1 ? sounds.values() : [voice];
  const context = { sounds, voice, sound };
  const inScenes = subtitlesOfScenes(movie, voices);
  const scenes = await inTurns(movie.children('scenes'), (scene) =>
    scenesFrom(scene, (one) => {
      const [voice, tune] = [voices, music].map((all) => onlyOneIn(one, all) ?? onlyOneIn(movie, all));
      return sceneOf(one, { sounds, voice, sound: voice ?? tune }, inScenes);
    }),
  );
  const [first] = scenes;
  if (first?.enters)
    movie.shared.note(`${first.path}.transition`, 'has no effect, because no scene is before it', 'unseen');
  const over = await inTurns(
    movie.children('elements').filter(({ path }) => inScenes.every((one) => one.path !== path)),
    (element, index) => clipOf(element, context, OVER + index),
  );
  const { clips, length } = clipsOfScenes(scenes, movie.shared.canvas);
  return {
    metadata: {
      name: 'Imported from JSON2Video',
      duration: lastingOf(over) === 'media' ? 'auto' : length || 'auto',
      fps: movie.number('fps', 1, LIMITS.fps) ?? 25,
      canvas: movie.shared.canvas,
      backgroundColor: '#000000',
      output: outputOf(present({ format: 'mp4', quality: qualityIn(movie, 'mp4') })),
    },
    clips: [...clips, ...over],
    variables,
  };
};
