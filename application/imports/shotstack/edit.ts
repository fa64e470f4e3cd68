import { LIMITS } from '../../../domain/composition/limits.js';
import type { Converter, DraftClip } from '../draft.js';
import { type Canvas, type JsonObject, present, table, each } from '../reading/json-object.js';
import { canvasIn, formatIn, outputOf, qualityIn } from '../reading/outputs.js';
import type { Reader } from '../reading/reader.js';
import { lastingOf } from '../reading/scenes.js';
import { variablesOf } from '../reading/variables.js';
import { soundtrackOf } from './sounds.js';
import { aliasesIn, trackOf } from './tracks.js';

// The Edit of Shotstack: https://shotstack.io/docs/api/

const RESOLUTIONS: Readonly<Record<string, readonly [number, number, number]>> = table({
  preview: [512, 288, 15],
  mobile: [640, 360, 25],
  sd: [1024, 576, 25],
  hd: [1280, 720, 25],
  ...each('1080 1080p', [1920, 1080, 25]),
  '4k': [3840, 2160, 25],
});

const canvasOf = (output: Reader): Canvas & { readonly fps: number } => {
  const [, wide, high] = /^(\d{2,4})x(\d{2,4})$/.exec(output.knownText('resolution') ?? '') ?? [];
  const [long, short, rate] =
    wide && high
      ? [Number(wide), Number(high), 25]
      : (output.choice('resolution', RESOLUTIONS) ?? [1280, 720, 25]);
  const byAspect: Readonly<Record<string, readonly [number, number]>> = table({
    '16:9': [long, short],
    '9:16': [short, long],
    '1:1': [short, short],
    '4:5': [(short * 4) / 5, short],
    '4:3': [(short * 4) / 3, short],
  });
  const [width, height] = output.choice('aspectRatio', byAspect) ?? [long, short];
  return {
    ...canvasIn(output.child('size'), width, height),
    fps: output.number('fps', 1, LIMITS.fps) ?? rate,
  };
};

const outputIn = (output: Reader): JsonObject | undefined => {
  const format = formatIn(output, 'format');
  const isVideo = format === 'mp4' || format === 'gif';
  const isStill = format === 'jpg' || format === 'png';
  const picture = (name: string): JsonObject | undefined => {
    if (!output.has(name)) return undefined;
    const at = output.child(name).time('capture') ?? 0;
    return isVideo ? { at } : output.differs(name, 'is only written of videos');
  };
  const range = output.child('range');
  const from = range.time('start') ?? 0;
  const length = range.time('length');
  output.child('thumbnail').lacks('it is 320 px wide', 'scale');
  output.lacks('set the sizes of outputs in metadata.output instead', 'scaleTo');
  if (output.has('destinations'))
    output.differs('destinations', 'is not used: send the finished file there yourself', 'toDo');
  output.ignore('destinations');
  if (output.flag('mute') === true) output.differs('mute', 'the video has its sound');
  const repeats = output.flag('repeat');
  return outputOf({
    format,
    quality: qualityIn(output, format),
    ...(output.has('range') &&
      (isStill
        ? { at: from }
        : { range: present({ from, to: length === undefined ? length : from + length }) })),
    loop: format === 'gif' ? repeats : undefined,
    poster: picture('poster'),
    thumbnail: picture('thumbnail'),
  });
};

/** The merge fields of an edit or a template, which are variables here. */
const variablesIn = (project: Reader) =>
  variablesOf(
    project,
    project.children('merge').map((field) => ({
      name: (field.text('find') ?? '').trim(),
      value: field.raw('replace'),
      path: field.path,
    })),
  );

/** Converts an Edit. The first track is in front. */
export const shotstack: Converter = async (given) => {
  const [project, variables] = variablesIn(given);
  const [timeline, output] = [project.child('timeline'), project.child('output')];
  const { fps, ...canvas } = canvasOf(output);
  project.shared.canvas = canvas;
  project.ignore('callback', 'disk', 'instance', 'id', 'name');
  timeline.ignore('cache');
  // https://github.com/shotstack/shotstack-cli/blob/main/references/fonts.md
  project.shared.fonts.instead('Roboto', /^$/, /^(mov ?lette|uni ?neue)/i);
  for (const font of timeline.children('fonts')) project.shared.fonts.add(font.source('src'));
  const tracks = timeline.children('tracks');
  const { voices, aliases } = aliasesIn(tracks);
  const clips: DraftClip[] = [];
  let end = 0;
  for (const [index, track] of tracks.entries()) {
    track.ignore('id', 'name');
    const converted = await trackOf(track, tracks.length - index, voices, aliases);
    clips.push(...converted.clips);
    end = Math.max(end, converted.end);
  }
  return {
    metadata: {
      name: project.text('name')?.slice(0, 255) || 'Imported from Shotstack',
      duration: lastingOf(clips) === 'media' || end === 0 ? 'auto' : end,
      fps,
      canvas,
      backgroundColor: timeline.color('background') ?? '#000000',
      soundtrack: soundtrackOf(timeline),
      output: outputIn(output),
    },
    clips,
    variables,
  };
};
