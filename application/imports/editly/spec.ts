import { LIMITS } from '../../../domain/composition/limits.js';
import { isRecord } from '../../../domain/codec/json.js';
import type { Converter } from '../draft.js';
import { type JsonObject, present, same, clamped, table } from '../reading/json-object.js';
import { canvasIn } from '../reading/outputs.js';
import { inTurns, type Reader } from '../reading/reader.js';
import { lastingOf, clipsOfScenes } from '../reading/scenes.js';
import { namedTransition } from '../reading/transitions.js';
import { layerOf, playedOf, soundOf, volumeIn } from './layers.js';
import { chosen } from './paints.js';
import { WHOLE } from './places.js';
import { crossFaded, detached, type Scene } from './sounds.js';

// The edit specification of editly: https://github.com/mifi/editly

const EASINGS = same('linear easeOutExpo easeInOutCubic');

const DEFAULTS = { duration: 4000, transition: 500 };

/** Options of the program that change nothing of the picture and the sound. */
const OPTIONS =
  'outPath allowRemoteRequests enableFfmpegLog verbose ffmpegPath ffprobePath keepTmp logTimes'.split(' ');

/** A clip may have one layer instead of a list. */
const layersOf = (clip: Reader): ReadonlyArray<Reader> =>
  clip.isObject('layers') ? [clip.child('layers')] : clip.children('layers');

/** Layers with the defaults for all, and for those of their type. */
const withDefaults = (clip: Reader, all: JsonObject, byType: JsonObject): ReadonlyArray<Reader> =>
  layersOf(clip).map((layer) =>
    layer.replaced((own) => {
      const ofType = byType[String(own['type'])];
      return { ...all, ...(isRecord(ofType) && ofType), ...own };
    }),
  );

/** Of the transitions that are chosen at random there. */
const RANDOM = ['fade', 'wipeLeft', 'circle', 'directional-left', 'pixelize', 'wipeUp', 'angular'] as const;

/** How sounds fade, by the names of ffmpeg. */
const CURVES = table({ tri: 'linear', qsin: 'equalPower', exp: 'exponential' });

/** Where a transition is in a clip or in the defaults; undefined if there is none. */
const wayOf = (clip: Reader, shared: Reader, isLast: boolean): Reader | undefined => {
  if (isLast) {
    shared.ignore('transition');
    return clip.ignore('transition');
  }
  if (clip.peek('transition') === null || (shared.peek('transition') === null && !clip.has('transition')))
    return undefined;
  return clip.child('transition').replaced((own) => ({ ...shared.object('transition'), ...own }));
};

const transitionOf = (way: Reader, index: number): JsonObject | undefined => {
  const name = way.text('name') ?? 'random';
  const duration = way.time('duration') ?? DEFAULTS.transition;
  const isDirectional = /^directional(-\w+)?$/.test(name);
  const [x = 0, y = 0] = isDirectional ? way.child('params').items('direction').map(Number) : [];
  if (x !== 0 && y !== 0) way.differs('params', 'the clips move across instead of diagonally');
  if (!isDirectional) way.lacks('the transition has its default look', 'params');
  const easing = way.choice('easing', EASINGS) ?? (isDirectional ? 'easeOutExpo' : undefined);
  if (duration <= 0) return undefined;
  if (name === 'dummy') return { type: 'cut', duration };
  if (name === 'random') return namedTransition(way, 'name', chosen(RANDOM, index), duration);
  const side = x === 0 ? (y < 0 ? '-up' : '') : x > 0 ? '-left' : '-right';
  return present({ ...namedTransition(way, 'name', `${name}${side}`, duration), easing });
};

const scenesOf = async (spec: Reader, volume: number, isAssumed: boolean): Promise<ReadonlyArray<Scene>> => {
  const shared = spec.child('defaults');
  const isLong = shared.time('duration') ?? DEFAULTS.duration;
  const [all, byType] = [shared.object('layer'), shared.object('layerType')];
  const clips = spec.children('clips');
  const scenes: Scene[] = [];
  for (const [index, clip] of clips.entries()) {
    const length = clip.time('duration') || undefined;
    const layers = withDefaults(clip, all, byType);
    const video = layers.find((layer) => layer.peek('type') === 'video');
    const lasts = length ?? (video ? playedOf(video) : isLong);
    const context = { volume, isAssumed, length, lasts, index };
    const drafts = await inTurns(layers, (layer, z) => layerOf(layer, z, context));
    const way = wayOf(clip, shared, index === clips.length - 1);
    const videos = drafts.filter(({ clip: { type } }) => type === 'video');
    scenes.push({
      path: clip.path,
      length: length ?? lastingOf(videos) ?? isLong,
      background: '#000000',
      clips: drafts,
      leaves: way && transitionOf(way, index),
      curves: { in: way?.choice('audioInCurve', CURVES), out: way?.choice('audioOutCurve', CURVES) },
    });
  }
  return scenes;
};

/** How loud the sounds are: they are mixed by their weights, of which the sum is 1. */
const mixOf = (spec: Reader) => {
  const weightIn = (reader: Reader, name: string) => volumeIn(reader, name, Infinity) ?? 1;
  const [clips, whole] = [weightIn(spec, 'clipsAudioVolume'), weightIn(spec, 'outputVolume')];
  const music = weightIn(spec, 'backgroundAudioVolume');
  const tracks = spec.children('audioTracks').map((track) => weightIn(track, 'mixVolume'));
  const others = spec.has('audioFilePath') ? [...tracks, music] : tracks;
  const sum = others.reduce((before, weight) => before + weight, clips);
  const loud = (weight: number) =>
    clamped(0, LIMITS.volume, (weight * whole) / (others.length === 0 || sum === 0 ? 1 : sum));
  return { clips: loud(clips), music: loud(music), tracks: tracks.map(loud) };
};

/** Converts an edit specification. Clips overlap while one turns into the next. */
export const editly: Converter = async (spec) => {
  spec.ignore(...OPTIONS);
  if (spec.has('customOutputArgs'))
    spec.differs('customOutputArgs', 'is not used: set metadata.output instead', 'toDo');
  if (spec.flag('fast') === true) spec.differs('fast', 'the video has its full size', 'unseen');
  spec.ignore('customOutputArgs');
  const norm = spec.child('audioNorm');
  const isEven = norm.flag('enable') === true;
  norm.ignore('gaussSize', 'maxGain');
  if (isEven) norm.differs('enable', 'the whole sound gets one loudness: its quiet parts stay quieter');
  const mixed = mixOf(spec);
  const hasVideo = spec
    .children('clips')
    .some((clip) => layersOf(clip).some((layer) => layer.peek('type') === 'video'));
  // There, the first video decides about sides that are not stated; without one, they are equal.
  const sides = ['width', 'height'].map((name) => (hasVideo && !spec.has(name) ? 'auto' : undefined));
  spec.shared.canvas = canvasIn(spec, 640, (spec.number('width') ?? 640) * (hasVideo ? 0.5625 : 1));
  const { width, height } = spec.shared.canvas;
  const canvas = { width: sides[0] ?? width, height: sides[1] ?? height };
  const isAssumed = sides.includes('auto');
  const volume = spec.flag('keepSourceAudio') === true ? mixed.clips : 0;
  const scenes = await scenesOf(spec, volume, isAssumed);
  const { clips: groups, length } = clipsOfScenes(scenes, WHOLE);
  const clips = crossFaded(groups, scenes).flatMap(detached);
  if (hasVideo && !spec.has('fps'))
    spec.differs('fps', 'the video has 25 frames a second, not those of its first source', 'unseen');
  const tracks = spec.children('audioTracks').map((track, index) => soundOf(track, mixed.tracks[index] ?? 1));
  const music = { loop: spec.flag('loopAudio') ?? false, volume: mixed.music };
  return {
    metadata: {
      name: 'Imported from editly',
      duration: length || 'auto',
      fps: spec.number('fps', 1, LIMITS.fps) ?? 25,
      canvas,
      backgroundColor: '#000000',
      loudness: isEven ? {} : undefined,
      soundtrack: spec.has('audioFilePath') ? { source: spec.source('audioFilePath'), ...music } : undefined,
    },
    clips: [...clips, ...tracks],
  };
};
