import { LIMITS } from '../../../domain/composition/limits.js';
import { isRecord } from '../../../domain/codec/json.js';
import type { Converter, DraftClip } from '../draft.js';
import { Fonts } from '../reading/fonts.js';
import { type JsonObject, present } from '../reading/json-object.js';
import { canvasIn } from '../reading/outputs.js';
import { inTurns, type Reader } from '../reading/reader.js';
import { lastingOf, type Scene, sceneClips } from '../reading/scenes.js';
import { namedTransition } from '../reading/transitions.js';
import { layerOf, volumeIn } from './layers.js';
import type { LayerContext } from './texts.js';

// The edit specification of editly: https://github.com/mifi/editly

const DEFAULTS = { duration: 4000, transition: 500 };

/** Options of the program that change nothing of the picture and the sound. */
const OPTIONS =
  'outPath fast allowRemoteRequests enableFfmpegLog verbose ffmpegPath ffprobePath keepTmp logTimes'.split(
    ' ',
  );

/** The defaults of layers: for all, and for those of a type. */
interface LayerDefaults {
  readonly all: JsonObject;
  readonly byType: JsonObject;
}

/** The layers of a clip with their defaults: a clip may have one layer instead of a list. */
const layersOf = (clip: Reader, defaults: LayerDefaults): ReadonlyArray<Reader> => {
  const layers = clip.isObject('layers') ? [clip.child('layers')] : clip.children('layers');
  return layers.map((layer) =>
    layer.replaced((own) => {
      const { type } = own;
      const ofType = typeof type === 'string' ? defaults.byType[type] : undefined;
      return { ...defaults.all, ...(isRecord(ofType) ? ofType : {}), ...own };
    }),
  );
};

/** How a clip turns into the next one. */
const transitionOf = (clip: Reader, shared: Reader, isLast: boolean): JsonObject | undefined => {
  if (isLast) return clip.ignore('transition');
  if (clip.peek('transition') === null || (shared.peek('transition') === null && !clip.has('transition')))
    return undefined;
  const [own, common] = [clip.child('transition'), shared.child('transition')];
  const name = own.text('name') ?? common.text('name') ?? 'random';
  const duration = own.time('duration') ?? common.time('duration') ?? DEFAULTS.transition;
  for (const one of [own, common]) {
    one.lacks('the sounds fade evenly', 'audioOutCurve', 'audioInCurve');
    one.lacks('the transition runs evenly', 'easing');
    one.lacks('the transition has its default look', 'params');
  }
  if (name === 'dummy' || duration <= 0) return undefined;
  const from = own.has('name') ? own : common;
  if (name === 'random') {
    if (own.has('name') || common.has('name'))
      from.differs('name', 'a fade is used instead of a random transition');
    else clip.differs('transition', 'is random there by default: a fade is used');
    return { type: 'fade', duration };
  }
  return namedTransition(from, 'name', name, duration);
};

const audioTrack = (track: Reader): DraftClip => {
  const [from, to, start] = [track.time('cutFrom') ?? 0, track.time('cutTo'), track.time('start') ?? 0];
  const end = to === undefined ? 'video' : start + (to - from);
  const [source, volume] = [track.source('path'), volumeIn(track, 'mixVolume')];
  const timeFrame = present({ start, end, offset: from || undefined });
  return { path: track.path, clip: { type: 'audio', source, volume, timeFrame } };
};

const scenesOf = async (
  spec: Reader,
  drawing: Omit<LayerContext, 'length' | 'base'>,
): Promise<ReadonlyArray<Scene>> => {
  const shared = spec.child('defaults');
  const isLong = shared.time('duration') ?? DEFAULTS.duration;
  const defaults = { all: shared.object('layer'), byType: shared.object('layerType') };
  const clips = spec.children('clips');
  const scenes: Scene[] = [];
  for (const [index, clip] of clips.entries()) {
    const length = clip.time('duration');
    const context = { ...drawing, length, base: index * 100 };
    const drafts = await inTurns(layersOf(clip, defaults), (layer, z) => layerOf(layer, z, context));
    const videos = drafts.filter(({ clip: { type } }) => type === 'video');
    scenes.push({
      path: clip.path,
      length: length ?? lastingOf(videos) ?? isLong,
      background: '#000000',
      clips: drafts,
      leaves: transitionOf(clip, shared, index === clips.length - 1),
    });
  }
  return scenes;
};

/** Converts an edit specification. Clips overlap while one turns into the next. */
export const editly: Converter = async (spec) => {
  spec.ignore(...OPTIONS);
  spec.lacks('set metadata.output instead', 'customOutputArgs');
  spec.lacks('the sounds keep their levels', 'audioNorm');
  const outputVolume = volumeIn(spec, 'outputVolume') ?? 1;
  const clipsVolume = (volumeIn(spec, 'clipsAudioVolume') ?? 1) * outputVolume;
  const canvas = canvasIn(spec, 640, (spec.number('width') ?? 640) * 0.5625);
  const fonts = new Fonts();
  const volume = spec.flag('keepSourceAudio') === true ? clipsVolume : 0;
  const scenes = await scenesOf(spec, { canvas, fonts, volume });
  const { clips, length } = sceneClips(scenes, canvas);
  const tracks = spec.children('audioTracks').map(audioTrack);
  const music = {
    loop: spec.flag('loopAudio') ?? false,
    volume: (volumeIn(spec, 'backgroundAudioVolume') ?? 1) * outputVolume,
  };
  return {
    metadata: {
      name: 'Imported from editly',
      duration: length || 'auto',
      fps: spec.number('fps', 1, LIMITS.fps) ?? 25,
      canvas,
      backgroundColor: '#000000',
      soundtrack: spec.has('audioFilePath') ? { source: spec.source('audioFilePath'), ...music } : undefined,
      fonts: fonts.used(),
    },
    clips: [...clips, ...tracks],
  };
};
