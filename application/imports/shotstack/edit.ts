import { LIMITS } from '../../../domain/composition/limits.js';
import type { Converter, Draft, DraftClip } from '../draft.js';
import { colorIn } from '../reading/colors.js';
import type { Note } from '../reading/deviations.js';
import { fontsOf } from '../reading/fonts.js';
import { type Canvas, canvasSide, type JsonObject, present } from '../reading/json-object.js';
import { formatIn, outputOf, qualityIn } from '../reading/outputs.js';
import type { Reader } from '../reading/reader.js';
import { sourceOf } from '../reading/sources.js';
import { table } from '../reading/table.js';
import { variablesOf } from '../reading/variables.js';
import { fadesOf } from './motion.js';
import { type Context, trackOf } from './tracks.js';

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
  const [long, short, rate] = output.choice('resolution', RESOLUTIONS) ?? [1280, 720, 25];
  const byAspect: Readonly<Record<string, readonly [number, number]>> = table({
    '16:9': [long, short],
    '9:16': [short, long],
    '1:1': [short, short],
    '4:5': [(short * 4) / 5, short],
    '4:3': [(short * 4) / 3, short],
  });
  const size = output.child('size');
  const [width, height] = output.choice('aspectRatio', byAspect) ?? [long, short];
  return {
    width: canvasSide(size.number('width') ?? width),
    height: canvasSide(size.number('height') ?? height),
    fps: output.number('fps', 1, LIMITS.fps) ?? rate,
  };
};

/** The music of a timeline, of Shotstack and of VidAPI. */
export const soundtrackOf = (timeline: Reader): JsonObject | undefined => {
  if (!timeline.has('soundtrack')) return undefined;
  const soundtrack = timeline.child('soundtrack');
  soundtrack.choice('type', table({ audio: 'audio' }));
  soundtrack.lacks('the music starts at its beginning', 'trim');
  const [volume, fades] = [soundtrack.number('volume'), fadesOf(soundtrack, 'effect')];
  return soundtrack.has('src')
    ? present({ source: sourceOf(soundtrack, 'src'), volume, ...fades })
    : undefined;
};

/** The output of an edit. */
const outputIn = (output: Reader): JsonObject | undefined => {
  const format = formatIn(output, 'format');
  const isVideo = format === 'mp4' || format === 'gif';
  const isStill = format === 'jpg' || format === 'png';
  const picture = (name: string): JsonObject | undefined => {
    const at = output.has(name) ? (output.child(name).time('capture') ?? 0) : undefined;
    if (at !== undefined && !isVideo) output.differs(name, 'is only written of videos');
    return at === undefined || !isVideo ? undefined : { at };
  };
  const range = output.child('range');
  const from = range.time('start') ?? 0;
  const length = range.time('length');
  const thumbnail = picture('thumbnail');
  if (thumbnail && output.isObject('thumbnail'))
    output.child('thumbnail').lacks('it is 320 px wide', 'scale');
  output.lacks('set the sizes of outputs in metadata.output instead', 'scaleTo');
  output.lacks('send the finished file there yourself', 'destinations');
  if (output.flag('mute') === true) output.differs('mute', 'the video has its sound');
  if (output.flag('repeat') === false) output.differs('repeat', 'a GIF always repeats');
  return outputOf({
    format,
    quality: qualityIn(output, format),
    at: isStill && output.has('range') ? from : undefined,
    range:
      output.has('range') && !isStill
        ? present({ from, to: length === undefined ? undefined : from + length })
        : undefined,
    poster: picture('poster'),
    thumbnail,
  });
};

/** The merge fields of an edit or a template, which are variables here. */
const variablesIn = (project: Reader, note: Note): JsonObject => {
  const fields = project.children('merge').map((field) => ({
    name: (field.text('find') ?? '').trim(),
    value: field.raw('replace'),
    path: field.path,
  }));
  return variablesOf(project, fields, note);
};

/** Converts an Edit. The first track is in front. */
export const shotstack: Converter = async (project, note): Promise<Draft> => {
  const variables = variablesIn(project, note);
  const [timeline, output] = [project.child('timeline'), project.child('output')];
  const { fps, ...canvas } = canvasOf(output);
  project.ignore('callback', 'disk', 'instance', 'id', 'name');
  timeline.ignore('cache');
  const fonts = fontsOf();
  for (const font of timeline.children('fonts')) fonts.add(sourceOf(font, 'src'));
  const context: Context = { canvas, fonts, named: new Map() };
  const tracks = timeline.children('tracks');
  const clips: DraftClip[] = [];
  let end = 0;
  for (const [index, track] of tracks.entries()) {
    track.ignore('id', 'name');
    const converted = await trackOf(track, tracks.length - index, context);
    clips.push(...converted.clips);
    end = Math.max(end, converted.end);
  }
  const times = clips.map(({ clip }) => clip['timeFrame'] as JsonObject);
  const isOpen = times.some((time) => time['end'] === 'source' || time['after'] !== undefined);
  return {
    metadata: {
      name: project.text('name')?.slice(0, 255) || 'Imported from Shotstack',
      duration: isOpen || end === 0 ? 'auto' : end,
      fps,
      canvas,
      backgroundColor: colorIn(timeline, 'background') ?? '#000000',
      soundtrack: soundtrackOf(timeline),
      output: outputIn(output),
      fonts: fonts.used((source) => timeline.differs('fonts', `no text uses ${source.slice(0, 100)}`)),
    },
    clips,
    variables,
  };
};
