import { LIMITS } from '../../../domain/composition/limits.js';
import type { Converter, DraftClip } from '../draft.js';
import { built, carried } from '../reading/fields.js';
import { type JsonObject, present, table, each } from '../reading/json-object.js';
import { canvasIn, formatIn, outputOf, SIZES } from '../reading/outputs.js';
import { inTurns, type Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { lastingOf, type ImportedScene, clipsOfScenes, scenesFrom } from '../reading/scenes.js';
import { namedTransition } from '../reading/transitions.js';
import { condition, htmlVariablesOf } from '../reading/variables.js';
import { subtitleOf } from './subtitle.js';
import { effectIn, visualsOf } from './visuals.js';

// The project of Zvid: https://docs.zvid.io/docs/structure/

const PRESETS: Readonly<Record<string, readonly [number, number] | undefined>> = table({
  ...SIZES,
  sd: [640, 480],
  '4k': [3840, 2160],
  'youtube-video': [1920, 1080],
  ...each('youtube-short tiktok instagram-reel facebook-video facebook-story snapshat', [1080, 1920]),
  ...each('instagram-post twitter-square facebook-post', [1080, 1080]),
});

const DEFAULT_SECONDS = 10;
/** How long a scene lasts that has nothing with a length, ms. */
const EMPTY_SCENE_MS = 10_000;

/** Sounds, which are repeated until they end. */
const audiosOf = (parent: Reader): ReadonlyArray<DraftClip> =>
  parent.children('audios').map((audio) => {
    const start = audio.time('enter') ?? 0;
    const exit = audio.flag('matchDuration') === true ? audio.ignore('exit') : audio.time('exit');
    const [begin, end] = [audio.time('audioBegin') ?? 0, audio.time('audioEnd')];
    const speed = audio.number('speed', 0.1, 10);
    audio.ignore('track', 'audioDuration', 'id', 'name');
    const played = end === undefined ? undefined : (end - begin) / (speed ?? 1);
    const stop = played === undefined ? exit : Math.min(exit ?? Infinity, start + played);
    if (stop !== exit && exit !== undefined)
      audio.differs('audioEnd', 'the sound is not repeated after this point');
    const timeFrame = present({ start, end: stop ?? 'video', offset: begin || undefined, speed, loop: true });
    const own = carried(audio, { volume: rule.number('volume', 0, 10), condition });
    return { path: audio.path, clip: { type: 'audio', source: audio.source('src'), ...own, timeFrame } };
  });

const transitionOf = (scene: Reader): JsonObject | undefined => {
  const name = effectIn(scene, 'transition');
  const duration = scene.time('transitionDuration') ?? 500;
  scene.ignore('transitionId');
  return name === undefined ? name : namedTransition(scene, 'transition', name, duration);
};

const scenesOf = (project: Reader, background: string) => {
  const sceneOf = async (scene: Reader): Promise<ImportedScene> => {
    scene.ignore('id', 'name');
    const stated = scene.time('duration');
    const known = stated !== undefined && stated > 0 ? stated : undefined;
    const clips = [...(await visualsOf(scene, known)), ...audiosOf(scene)];
    return {
      path: scene.path,
      length: known ?? lastingOf(clips) ?? EMPTY_SCENE_MS,
      background: scene.color('backgroundColor') ?? background,
      clips,
      leaves: transitionOf(scene),
      when: carried(scene, { condition })['when'],
    };
  };
  return inTurns(project.children('scenes'), (scene) => scenesFrom(scene, sceneOf));
};

/** A clip of the project itself, which lies above all scenes. */
const aboveScenes = ({ path, clip }: DraftClip): DraftClip => {
  const position = clip['position'] as JsonObject | undefined;
  return { path, clip: built(clip, position && { 'position.z': Number(position['z'] ?? 0) + 100_000 }) };
};

const outputIn = (project: Reader): JsonObject | undefined => {
  const isStill = project.choice('type', { image: true, video: false }) ?? false;
  const format = formatIn(project, 'outputFormat');
  const at = project.time('snapshotTime');
  project.ignore('id', 'thumbnail', 'quality');
  return outputOf(
    present({ format: isStill && format === 'mp4' ? 'png' : format, at: isStill ? at : undefined }),
  );
};

export const zvid: Converter = async (given) => {
  const [project, variables] = htmlVariablesOf(given);
  const [width, height] = project.choice('resolution', PRESETS) ?? [];
  if (width !== undefined) project.ignore('width', 'height');
  const canvas =
    width === undefined || height === undefined ? canvasIn(project, 1280, 720) : { width, height };
  project.shared.canvas = canvas;
  const output = outputIn(project);
  const isClear = project.flag('transparent') === true;
  const hasAlpha = output !== undefined && output['format'] !== 'jpg';
  if (isClear && !hasAlpha) project.differs('transparent', 'the background has its colour');
  const color = project.color('backgroundColor') ?? '#FFFFFF';
  const background = isClear && hasAlpha ? 'transparent' : color;
  const scenes = await scenesOf(project, background);
  const { clips, length } = clipsOfScenes(scenes, canvas);
  const lasts = project.time('duration');
  const ofScenes = length === undefined ? undefined : Math.max(length, lasts ?? 0);
  const isAuto = project.choice('durationMode', table({ fixed: false, auto: true })) === true;
  const follows = isAuto && scenes.length === 0;
  if (follows && lasts !== undefined)
    project.differs('duration', 'the video lasts as long as its content instead');
  const stated = lasts ?? DEFAULT_SECONDS * 1000;
  const known = scenes.length > 0 ? ofScenes : follows ? undefined : stated;
  const over = [
    ...(await visualsOf(project, known ?? (follows ? undefined : 'scenes'))),
    ...audiosOf(project),
    ...subtitleOf(project),
  ];
  const content = follows ? (lastingOf(over) ?? stated) : 'media';
  return {
    metadata: {
      name: project.text('name')?.slice(0, 255) || 'Imported from Zvid',
      duration: known ?? (content === 'media' ? 'auto' : content),
      fps: project.number('frameRate', 1, LIMITS.fps) ?? 30,
      canvas,
      backgroundColor: background,
      output,
    },
    clips: [...clips, ...(scenes.length === 0 ? over : over.map(aboveScenes))],
    variables,
  };
};
