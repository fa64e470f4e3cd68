import { type Scene, layerOf } from './editly-layers.js';
import { type Converter, type DraftClip, sourceOf } from './imported.js';
import { type JsonObject, present } from './json-object.js';
import type { Reader } from './reader.js';
import { table } from './table.js';
import { even, ms } from './units.js';

// The edit specification of editly: https://github.com/mifi/editly

const DEFAULT_SECONDS = 4;
const DEFAULT_TRANSITION_SECONDS = 0.5;

const DIRECTIONS: Readonly<Record<string, string>> = table({
  left: 'left',
  right: 'right',
  up: 'up',
  down: 'down',
});

const named = (transition: Reader, name: string, duration: number): JsonObject => {
  const direction = DIRECTIONS[/(left|right|up|down)$/i.exec(name)?.[1]?.toLowerCase() ?? ''];
  if (name.startsWith('directional') && direction) return { type: 'push', duration, direction };
  if (/wipe/i.test(name)) return { type: 'wipe', duration, direction: direction ?? 'right' };
  if (/circle/i.test(name)) return { type: 'circle', duration };
  if (/radial/i.test(name)) return { type: 'radial', duration };
  if (/zoom/i.test(name)) return { type: 'zoom', duration };
  if (name !== 'fade')
    transition.differs('name', `has no equivalent for ${name.slice(0, 50)}: a fade is used`);
  return { type: 'fade', duration };
};

const sceneClips = (layers: ReadonlyArray<Reader>, scene: Scene, z: number): ReadonlyArray<DraftClip> =>
  layers.flatMap((layer) =>
    layerOf(layer, scene).map((piece, index) => {
      const { offset, speed, position, ...rest } = piece as JsonObject & { readonly position?: JsonObject };
      const timeFrame = present({ start: scene.start, end: scene.end, offset, speed });
      const isSound = rest['type'] === 'audio';
      const look = isSound
        ? {}
        : {
            position: { ...position, z: z + index },
            ...(scene.transition ? { transition: { in: scene.transition } } : {}),
          };
      return { path: layer.path, clip: present({ ...rest, ...look, timeFrame }) };
    }),
  );

/** Converts an edit specification. Scenes overlap while one fades into the next. */
export const editly: Converter = (spec) => {
  spec.ignore('outPath', 'keepSourceAudio', 'fast', 'allowRemoteRequests', 'enableFfmpegLog', 'verbose');
  const [width, height] = [even(spec.number('width') ?? 640), even(spec.number('height') ?? 360)];
  const defaults = spec.child('defaults');
  defaults.ignore('layer', 'layerType');
  const shared = defaults.child('transition');
  const seconds = defaults.number('duration') ?? DEFAULT_SECONDS;
  const clips: Array<DraftClip> = [];
  let at = 0;
  let before: JsonObject | undefined; // the transition from the clip before
  for (const [index, clip] of spec.children('clips').entries()) {
    const length = ms(clip.number('duration') ?? seconds);
    const overlap = Math.min(length, Number(before?.['duration'] ?? 0));
    const start = Math.max(0, at - overlap);
    const scene = { start, end: start + length, width, height, transition: before };
    const layers = clip.children('layers');
    clips.push(...sceneClips(layers, scene, index * 10));
    at = scene.end;
    const own = clip.child('transition');
    const duration = ms(own.number('duration') ?? shared.number('duration') ?? DEFAULT_TRANSITION_SECONDS);
    before = named(own, own.text('name') ?? shared.text('name') ?? 'fade', duration);
  }
  for (const track of spec.children('audioTracks')) {
    const cut = track.number('cutFrom');
    clips.push({
      path: track.path,
      clip: present({
        type: 'audio',
        source: sourceOf(track, 'path'),
        volume: track.number('mixVolume'),
        timeFrame: present({
          start: ms(track.number('start') ?? 0),
          end: 'source',
          offset: cut === undefined ? undefined : ms(cut),
        }),
      }),
    });
  }
  const music = spec.has('audioFilePath')
    ? present({ source: sourceOf(spec, 'audioFilePath'), loop: spec.flag('loopAudio') })
    : undefined;
  return {
    metadata: {
      name: 'Imported from editly',
      duration: at > 0 ? at : ms(seconds),
      fps: spec.number('fps') ?? 25,
      canvas: { width, height },
      soundtrack: music,
    },
    clips,
  };
};
