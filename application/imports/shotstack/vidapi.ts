import { LIMITS } from '../../../domain/composition/limits.js';
import type { Converter, DraftClip } from '../draft.js';
import { captionsOver } from '../reading/captions.js';
import { built, carried, type FieldTable } from '../reading/fields.js';
import { type Canvas, type JsonObject, table, each } from '../reading/json-object.js';
import { canvasIn, formatIn, outputOf, qualityIn } from '../reading/outputs.js';
import { HORIZONTAL } from '../reading/places.js';
import { inTurns, type Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { variablesOf } from '../reading/variables.js';
import { soundtrackOf } from './sounds.js';
import { endOf, vidapiTrack } from './vidapi-clips.js';

// The composition of VidAPI, whose clips lie in tracks as those of Shotstack do. The last track is in front.

const SIDES = table({ '360': 360, '480': 480, '720': 720, '1080': 1080, '4k': 2160 });

const PRESETS: Readonly<Record<string, readonly [number, number, number]>> = table({
  ...each('tiktok reels shorts', [1080, 1920, 30]),
  youtube: [1920, 1080, 30],
  'square-ad': [1080, 1080, 30],
  'preview-low': [640, 360, 24],
});

const canvasOf = (output: Reader): Canvas & { readonly fps: number } => {
  const [presetWidth, presetHeight, fps] = output.choice('preset', PRESETS) ?? [1920, 1080, 30];
  const short = output.choice('resolution', SIDES);
  const side = short ?? 1080;
  const shape = output.choice(
    'aspect_ratio',
    table({ '16:9': [16 / 9, 1], '9:16': [1, 16 / 9], '1:1': [1, 1], '4:5': [1, 1.25] } as const),
  );
  const [across, down] =
    shape ?? (short === undefined ? [presetWidth / side, presetHeight / side] : [16 / 9, 1]);
  return { ...canvasIn(output, across * side, down * side), fps: output.number('fps', 1, LIMITS.fps) ?? fps };
};

const outputIn = (output: Reader): JsonObject | undefined => {
  const format = output.text('format') === 'png-sequence' ? 'pngSequence' : formatIn(output, 'format');
  const poster = output.child('poster');
  const at = poster.time('timestamp');
  poster.lacks('the poster is not at a share of the length', 'timestamp_percent');
  if (poster.text('mode') !== 'disabled') poster.lacks('the frame is the one at the stated time', 'mode');
  return outputOf({
    format,
    quality: qualityIn(output, format),
    poster: at === undefined ? undefined : { at },
  });
};

const CAPTION: FieldTable = {
  font_family: rule.family,
  font_size: rule.number('fontSize', 1, 2000),
  color: rule.opaque('color'),
  outline_color: rule.color('strokeColor'),
  background_color: rule.color('textBackground.color'),
};
const LETTERS = {
  fontFamily: 'Inter',
  fontSize: 42,
  color: '#FFFFFF',
  strokeColor: '#000000',
  strokeWidth: 2,
};

/** Captions that are drawn, as a clip; those in a file beside the video are noted. */
const captionsOf = (project: Reader): ReadonlyArray<DraftClip> => {
  if (!project.has('captions')) return [];
  const captions = project.child('captions');
  captions.lacks('they are drawn', 'format');
  if (captions.text('mode') !== 'burn-in')
    captions.differs('mode', 'the captions are drawn in the picture instead of a file beside it');
  const style = captions.child('style');
  const letters = built(LETTERS, carried(style, CAPTION, undefined));
  const words = captions.children('cues').map((cue, line) => {
    const start = cue.time('start') ?? 0;
    const end = cue.time('end') ?? start + (cue.time('duration') ?? 0);
    return { start, end, word: cue.text('text') ?? '', line };
  });
  const anchor = style.anchor('position') ?? 'bottom';
  const textAlign = style.choice('align', HORIZONTAL) ?? 'center';
  const place = [anchor, style.number('margin_v') ?? 48] as const;
  const width = project.shared.canvas.width * 0.9;
  return [{ path: captions.path, clip: captionsOver([letters, {}], place, width, { words, textAlign }) }];
};

export const vidapi: Converter = async (project) => {
  const merge = project.child('merge');
  const values = merge.names().map((name) => ({ name, value: merge.raw(name), path: merge.at(name) }));
  const variables = variablesOf(project, values);
  const [timeline, output] = [project.child('timeline'), project.child('output')];
  const { fps, ...canvas } = canvasOf(output);
  project.shared.canvas = canvas;
  project.ignore('callback', 'renderer', 'id', 'name');
  const tracks = timeline.children('tracks');
  const ends = tracks.flatMap((track) => track.children('clips').map(endOf));
  const drawn = await inTurns(tracks, (track, index) => vidapiTrack(track, index + 1));
  return {
    metadata: {
      name: 'Imported from VidAPI',
      duration: Math.max(0, ...ends) || 'auto',
      fps,
      canvas,
      backgroundColor: timeline.color('background') ?? '#000000',
      soundtrack: soundtrackOf(timeline),
      output: outputIn(output),
    },
    clips: [...drawn, ...captionsOf(project)],
    variables,
  };
};
