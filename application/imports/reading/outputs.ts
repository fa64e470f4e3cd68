import { type Canvas, canvasSide, type JsonObject, present, same, table, each } from './json-object.js';
import type { Reader } from './reader.js';

/** Formats of other systems that have the same name or an equal here. */
const FORMATS = table({ ...same('mp4 gif jpg png mp3 webm mov webp'), jpeg: 'jpg' });

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
  ...each('veryhigh very_high', 95),
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

/** Sizes by their names in JSON2Video, of which Zvid has most. */
export const SIZES: Readonly<Record<string, readonly [number, number] | undefined>> = table({
  sd: [640, 360],
  ...each('hd 720p', [1280, 720]),
  ...each('full-hd 1080p', [1920, 1080]),
  ...each('squared instagram-feed', [1080, 1080]),
  ...each('instagram-story instagram-portrait', [1080, 1920]),
  'twitter-landscape': [1200, 676],
  'twitter-portrait': [1080, 1350],
  custom: undefined,
});
