import { type JsonObject, present } from './json-object.js';
import type { Reader } from './reader.js';
import { table } from './table.js';
import { ms } from './units.js';

/** Formats of other systems that have the same name or an equal here. */
const FORMATS: Readonly<Record<string, string>> = table({
  mp4: 'mp4',
  gif: 'gif',
  jpg: 'jpg',
  jpeg: 'jpg',
  png: 'png',
  mp3: 'mp3',
  webm: 'webm',
  mov: 'mov',
  webp: 'webp',
});

/** The format of an output: an MP4 if it is not known, which is noted. */
export const formatIn = (reader: Reader, name: string): string => {
  const wanted = reader.text(name);
  const format = FORMATS[(wanted ?? 'mp4').toLowerCase().replace(/^\./, '')];
  if (format === undefined) reader.differs(name, 'is not a format of outputs: an MP4 is written');
  return format ?? 'mp4';
};

/** An output, or undefined where it is the MP4 that a video has anyway. */
export const outputOf = (fields: JsonObject): JsonObject | undefined => {
  const output = present(fields);
  return Object.keys(output).length === 1 && output['format'] === 'mp4' ? undefined : output;
};

const QUALITIES: Readonly<Record<string, number>> = table({ low: 40, high: 85, verylow: 20, veryhigh: 95 });

/** The output of an Edit of Shotstack. */
export const shotstackOutput = (output: Reader): JsonObject | undefined => {
  const format = formatIn(output, 'format');
  const isVideo = format === 'mp4' || format === 'gif';
  const still = format === 'jpg' || format === 'png';
  const picture = (name: string): JsonObject | undefined => {
    const at = output.has(name) ? ms(output.child(name).number('capture') ?? 0) : undefined;
    if (at !== undefined && !isVideo) output.differs(name, 'is only written of videos');
    return at === undefined || !isVideo ? undefined : { at };
  };
  const range = output.child('range');
  const from = ms(range.number('start') ?? 0);
  const length = range.number('length');
  const thumbnail = picture('thumbnail');
  if (thumbnail) {
    output.child('thumbnail').ignore('scale');
    output.differs('thumbnail.scale', 'is carried over as a width of 320 px');
  }
  const quality = format === 'mp4' || format === 'jpg' ? QUALITIES[output.text('quality') ?? ''] : undefined;
  for (const name of ['mute', 'scaleTo', 'destinations'])
    if (output.has(name)) output.differs(name, 'is not supported and was left out');
  if (output.has('repeat') && !output.flag('repeat')) output.differs('repeat', 'a GIF always repeats');
  output.ignore('quality', 'mute', 'scaleTo', 'destinations', 'repeat');
  return outputOf({
    format,
    quality,
    at: still && output.has('range') ? from : undefined,
    range:
      output.has('range') && !still
        ? present({ from, to: length === undefined ? undefined : from + ms(length) })
        : undefined,
    poster: picture('poster'),
    thumbnail,
  });
};
