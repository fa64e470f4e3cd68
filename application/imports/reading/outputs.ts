import { type Canvas, canvasSide, type JsonObject, present, same, table } from './json-object.js';
import type { Reader } from './reader.js';

/** Formats of other systems that have the same name or an equal here. */
const FORMATS: Readonly<Record<string, string>> = table({
  ...same('mp4 gif jpg png mp3 webm mov webp'),
  jpeg: 'jpg',
});

/** The format of an output: an MP4 if it is not known, which is noted. */
export const formatIn = (reader: Reader, name: string): string => {
  const wanted = reader.knownText(name);
  const format = FORMATS[(wanted || 'mp4').toLowerCase().replace(/^\./, '')];
  if (format === undefined) reader.differs(name, 'is not a format of outputs: an MP4 is written');
  return format ?? 'mp4';
};

/** An output, or undefined where it is the MP4 that a video has anyway. */
export const outputOf = (fields: JsonObject): JsonObject | undefined => {
  const output = present(fields);
  return Object.keys(output).length === 1 && output['format'] === 'mp4' ? undefined : output;
};

const QUALITIES: Readonly<Record<string, number | undefined>> = table({
  verylow: 20,
  low: 40,
  medium: undefined,
  high: 85,
  veryhigh: 95,
  very_high: 95,
});

/** The quality in a field, for formats that have one. */
export const qualityIn = (reader: Reader, format: string): number | undefined => {
  const quality = reader.choice('quality', QUALITIES);
  return format === 'mp4' || format === 'jpg' ? quality : undefined;
};

/** The canvas whose sides are stated, or usual ones. */
export const canvasIn = (reader: Reader, width: number, height: number): Canvas => ({
  width: canvasSide(reader.number('width') ?? width),
  height: canvasSide(reader.number('height') ?? height),
});
