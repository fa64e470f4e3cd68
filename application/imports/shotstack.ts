import * as t from 'io-ts';
import { type Converter, type DraftClip, sourceOf } from './imported.js';
import { type JsonObject, present } from './json-object.js';
import type { Reader } from './reader.js';
import { assetOf, FADES } from './shotstack-assets.js';
import { type Canvas, effectsOf, motionOf, placeOf, transitionOf } from './shotstack-looks.js';
import { shotstackOutput } from './outputs.js';
import { table } from './table.js';
import { variablesOf } from './template-variables.js';
import { colorIn, even, ms } from './units.js';

// The Edit of Shotstack: https://shotstack.io/docs/api/

const RESOLUTIONS: Readonly<Record<string, readonly [number, number, number]>> = table({
  preview: [512, 288, 15],
  mobile: [640, 360, 25],
  sd: [1024, 576, 25],
  hd: [1280, 720, 25],
  '1080': [1920, 1080, 25],
  '4k': [3840, 2160, 25],
});

const canvasOf = (output: Reader): Canvas & { readonly fps: number } => {
  const [long, short, rate] = RESOLUTIONS[output.text('resolution') ?? 'hd'] ?? [1280, 720, 25];
  const aspect = output.text('aspectRatio') ?? '16:9';
  const size = output.child('size');
  const byAspect: Readonly<Record<string, readonly [number, number]>> = table({
    '16:9': [long, short],
    '9:16': [short, long],
    '1:1': [short, short],
    '4:5': [even((short * 4) / 5), short],
    '4:3': [even((short * 4) / 3), short],
  });
  const [width, height] = byAspect[aspect] ?? [long, short];
  return {
    width: even(size.number('width') ?? width),
    height: even(size.number('height') ?? height),
    fps: output.number('fps') ?? rate,
  };
};

/** Fields that the pieces of a clip share before they are put in their places. */
interface Piece extends JsonObject {
  readonly offset?: number;
  readonly speed?: number;
  readonly own?: Partial<Canvas>;
}

/** Converts an Edit. The first track is in front. */
export const shotstack: Converter = (project, note) => {
  const [timeline, output] = [project.child('timeline'), project.child('output')];
  const { fps, ...canvas } = canvasOf(output);
  project.ignore('callback', 'disk', 'instance');
  timeline.ignore('cache');
  const tracks = timeline.children('tracks');
  const clips: Array<DraftClip> = [];
  let end = 0;

  for (const [index, track] of tracks.entries()) {
    let trackEnd = 0;
    for (const clip of track.children('clips')) {
      const piece: Piece | undefined = assetOf(clip, canvas);
      const length = clip.read('length', t.union([t.number, t.string]));
      const start = clip.read('start', t.union([t.number, t.string]));
      const startMs = typeof start === 'number' ? ms(start) : trackEnd;
      const endsAt =
        typeof length === 'number' ? startMs + ms(length) : length === 'end' ? 'video' : 'source';
      if (endsAt === 'source')
        clip.differs('length', 'follows the media; clips that start after it do not follow');
      if (typeof endsAt === 'number') trackEnd = endsAt;
      end = Math.max(end, trackEnd);
      if (piece === undefined) continue;
      const { offset, speed, own = {}, ...rest } = piece;
      const transition = clip.child('transition');
      const rotation = clip.child('transform').child('rotate').number('angle');
      const moves = present({ in: transitionOf(transition, 'in'), out: transitionOf(transition, 'out') });
      const timed = present({ start: startMs, end: endsAt, offset, speed });
      const picture =
        rest['type'] === 'audio'
          ? {}
          : present({
              ...placeOf(clip, tracks.length - index, canvas, present({ ...own })),
              transform: rotation === undefined ? undefined : { rotation },
              effects: effectsOf(clip),
              motion: rest['type'] === 'text' ? undefined : motionOf(clip),
              transition: Object.keys(moves).length === 0 ? undefined : moves,
            });
      clips.push({ path: clip.path, clip: { ...rest, ...picture, timeFrame: timed } });
    }
  }

  const soundtrack = timeline.child('soundtrack');
  const music = timeline.has('soundtrack')
    ? present({
        source: sourceOf(soundtrack, 'src'),
        volume: soundtrack.number('volume'),
        ...FADES[soundtrack.text('effect') ?? ''],
      })
    : undefined;
  return {
    metadata: {
      name: 'Imported from Shotstack',
      duration: end > 0 ? end : 'auto',
      fps,
      canvas,
      backgroundColor: colorIn(timeline, 'background'),
      soundtrack: music,
      output: shotstackOutput(output),
      fonts: undefined,
    },
    clips,
    variables: variablesOf(
      project.children('merge').map((field) => ({
        name: field.text('find') ?? '',
        value: field.read('replace', t.unknown),
        path: field.path,
      })),
      note,
    ),
  };
};
