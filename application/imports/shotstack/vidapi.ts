import { LIMITS } from '../../../domain/composition/limits.js';
import type { Converter } from '../draft.js';
import { colorIn } from '../reading/colors.js';
import { fontsOf } from '../reading/fonts.js';
import { type Canvas, canvasSide, type JsonObject } from '../reading/json-object.js';
import { formatIn, outputOf, qualityIn } from '../reading/outputs.js';
import type { Reader } from '../reading/reader.js';
import { table } from '../reading/table.js';
import { variablesOf } from '../reading/variables.js';
import { soundtrackOf } from './edit.js';
import { captionsOf } from './vidapi-captions.js';
import { type Track, trackOf } from './vidapi-clips.js';

// The composition of VidAPI, whose clips lie in tracks as those of Shotstack do. The last track is in front.

const SIDES: Readonly<Record<string, number>> = table({
  '360': 360,
  '480': 480,
  '720': 720,
  '1080': 1080,
  '4k': 2160,
});

const PRESETS: Readonly<Record<string, readonly [number, number, number]>> = table({
  tiktok: [1080, 1920, 30],
  reels: [1080, 1920, 30],
  shorts: [1080, 1920, 30],
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
  return {
    width: canvasSide(output.number('width') ?? across * side),
    height: canvasSide(output.number('height') ?? down * side),
    fps: output.number('fps', 1, LIMITS.fps) ?? fps,
  };
};

const outputIn = (output: Reader): JsonObject | undefined => {
  const format = output.text('format') === 'png-sequence' ? 'pngSequence' : formatIn(output, 'format');
  const poster = output.child('poster');
  const at = poster.time('timestamp');
  poster.lacks('the poster is not at a share of the length', 'timestamp_percent');
  poster.lacks('the frame is the one at the stated time', 'mode');
  return outputOf({
    format,
    quality: qualityIn(output, format),
    poster: at === undefined ? undefined : { at },
  });
};

/** Converts a composition of VidAPI. */
export const vidapi: Converter = async (project, note) => {
  const merge = project.child('merge');
  const values = merge.names().map((name) => ({ name, value: merge.raw(name), path: merge.at(name) }));
  const variables = variablesOf(project, values, note);
  const [timeline, output] = [project.child('timeline'), project.child('output')];
  const { fps, ...canvas } = canvasOf(output);
  project.ignore('callback', 'renderer', 'id', 'name');
  const context = { canvas, fonts: fontsOf() };
  const tracks: Track[] = [];
  for (const [index, track] of timeline.children('tracks').entries())
    tracks.push(await trackOf(track, index + 1, context));
  const end = Math.max(0, ...tracks.map((track) => track.end));
  const clips = [...tracks.flatMap((track) => track.clips), ...captionsOf(project, context)];
  return {
    metadata: {
      name: 'Imported from VidAPI',
      duration: end > 0 ? end : 'auto',
      fps,
      canvas,
      backgroundColor: colorIn(timeline, 'background') ?? '#000000',
      soundtrack: soundtrackOf(timeline),
      output: outputIn(output),
      fonts: context.fonts.used(),
    },
    clips,
    variables,
  };
};
