import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { about, type Codec, codec } from '../../codec/codec.js';
import { array, record, withDefault } from '../../codec/containers.js';
import { number, oneOf } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';

// What a render writes: composition.md, section 8. A new format needs an entry in `FORMATS`.

/** What holds for a format, whatever is rendered. */
interface FormatFacts {
  readonly extension: string;
  readonly mediaType: string;
  readonly kind: 'video' | 'still' | 'audio';
  /** Whether `quality` changes it. */
  readonly isLossy: boolean;
  /** Whether it keeps what is transparent. */
  readonly hasAlpha: boolean;
}

const video = { kind: 'video', isLossy: true, hasAlpha: false } as const;
const still = { kind: 'still', isLossy: true, hasAlpha: false } as const;
const audio = { kind: 'audio', isLossy: true, hasAlpha: false } as const;

/** All formats, and what holds for each. */
export const FORMATS = {
  mp4: { ...video, extension: 'mp4', mediaType: 'video/mp4' },
  webm: { ...video, extension: 'webm', mediaType: 'video/webm', hasAlpha: true },
  mov: { ...video, extension: 'mov', mediaType: 'video/quicktime', isLossy: false, hasAlpha: true },
  gif: { ...video, extension: 'gif', mediaType: 'image/gif', isLossy: false, hasAlpha: true },
  webp: { ...video, extension: 'webp', mediaType: 'image/webp', hasAlpha: true },
  png: { ...still, extension: 'png', mediaType: 'image/png', isLossy: false, hasAlpha: true },
  jpg: { ...still, extension: 'jpg', mediaType: 'image/jpeg' },
  pngSequence: { ...video, extension: 'zip', mediaType: 'application/zip', isLossy: false, hasAlpha: true },
  mp3: { ...audio, extension: 'mp3', mediaType: 'audio/mpeg' },
  wav: { ...audio, extension: 'wav', mediaType: 'audio/wav', isLossy: false },
  m4a: { ...audio, extension: 'm4a', mediaType: 'audio/mp4' },
  hls: { ...video, extension: 'm3u8', mediaType: 'application/vnd.apple.mpegurl' },
} as const satisfies Readonly<Record<string, FormatFacts>>;

export type OutputFormat = keyof typeof FORMATS;
const FORMAT_NAMES = Object.keys(FORMATS) as ReadonlyArray<OutputFormat>;

export const OutputFormat = about(
  '`mp4`, `webm` (VP9), `mov` (ProRes 4444), `gif`, `webp` (animated, or a still with `at`), `png` and `jpg` (stills), `pngSequence` (a ZIP of all frames), `mp3`, `wav`, `m4a`, `hls` (playlist and segments).',
  oneOf(...FORMAT_NAMES),
);

/** What a format is, as far as it is known without asking what an output sets. */
export const factsOf = (format: OutputFormat): FormatFacts => FORMATS[format];

const time = (description: string) => about(description, number({ minimum: 0, maximum: LIMITS.durationMs }));
const side = (description: string) => about(description, number({ ...LIMITS.canvasSide, integer: true }));

const OutputSize = about(
  'The size of the output. The composition is laid out at the size of its canvas, and scaled. One side alone follows from the aspect of the canvas. Videos round odd sides up to even ones.',
  record(
    {
      fit: withDefault(
        about(
          'What happens if the aspect differs from the canvas: bars (`contain`), cut edges (`cover`), distortion (`stretch`).',
          oneOf('contain', 'cover', 'stretch'),
        ),
        'contain',
      ),
    },
    { width: side('Width in pixels.'), height: side('Height in pixels.') },
  ),
  { title: 'OutputSize' },
);

const OutputRange = about(
  'The part of the video that is rendered.',
  record(
    { from: withDefault(time('Where the part starts, ms.'), 0) },
    { to: time('Where the part ends, ms. Default: the end of the video.') },
    [
      {
        field: 'to',
        among: ['from'],
        problem: ({ from, to }, path) =>
          to === undefined || to > from ? undefined : `must be greater than ${path}.from`,
      },
    ],
  ),
  { title: 'OutputRange' },
);

const picture = {
  at: withDefault(time('The instant that it shows, ms.'), 0),
  format: withDefault(about('The format of the picture.', oneOf('jpg', 'png', 'webp')), 'jpg'),
};
const Poster = about('A picture of the size of the output.', record(picture), { title: 'Poster' });
const Thumbnail = about(
  'A small picture.',
  record({ ...picture, width: withDefault(side('Width in pixels; the height follows.'), 320) }),
  { title: 'Thumbnail' },
);

const fields = {
  codec: about(
    'The video codec of an `mp4`. Default: `h264`. Others need an ffmpeg that has them.',
    oneOf('h264', 'h265', 'av1'),
  ),
  quality: about(
    'From 1 (smallest file) to 100 (best picture), for lossy formats. Default: a balanced setting of the format.',
    number({ minimum: 1, maximum: 100, integer: true }),
  ),
  size: OutputSize,
  fps: about(
    'Frames per second, if not those of the video. A GIF has at most 50.',
    number({ minimum: 1, maximum: LIMITS.fps }),
  ),
  range: OutputRange,
  at: time('The instant that a still shows, ms. Default: 0.'),
  poster: Poster,
  thumbnail: Thumbnail,
};

type Field = keyof typeof fields;

const isStill = (format: OutputFormat, at: number | undefined): boolean =>
  FORMATS[format].kind === 'still' || (format === 'webp' && at !== undefined);

/** Whether an output of this format can have a field. */
const suits = (field: Field, format: OutputFormat, at: number | undefined): boolean => {
  const { kind, isLossy } = FORMATS[format];
  switch (field) {
    case 'codec':
      return format === 'mp4';
    case 'quality':
      return isLossy;
    case 'size':
      return kind !== 'audio';
    case 'fps':
      return kind === 'video' && !isStill(format, at);
    case 'range':
      return !isStill(format, at);
    case 'at':
      return kind === 'still' || format === 'webp';
    case 'poster':
    case 'thumbnail':
      return kind === 'video';
  }
};

/** One file that a render writes. */
export const Output = about(
  'One output of a render.',
  record(
    { format: OutputFormat },
    fields,
    (Object.keys(fields) as ReadonlyArray<Field>).map((field) => ({
      field,
      among: field === 'at' ? (['format'] as const) : (['format', 'at'] as const),
      problem: (output) =>
        output[field] === undefined || suits(field, output.format, output.at)
          ? undefined
          : `must not be set for the format ${output.format}`,
    })),
  ),
  { title: 'Output' },
);
export type Output = t.TypeOf<typeof Output>;

/** The most outputs that one render writes. */
export const MAX_OUTPUTS = 8;

const list = array(Output, MAX_OUTPUTS);

/** One output, or a list of 1 to 8; decodes to a list. */
export const Outputs: Codec<ReadonlyArray<Output>> = about(
  'What the render writes: one output, or a list of up to 8. The first is `outputUrl`.',
  codec<ReadonlyArray<Output>>(
    'outputs',
    { anyOf: [Output.jsonSchema, { ...list.jsonSchema, minItems: 1 }] },
    (u, context) => {
      if (!Array.isArray(u)) return E.map((output: Output) => [output])(Output.validate(u, context));
      return u.length === 0 ? t.failure(u, context, 'must have at least 1 item') : list.validate(u, context);
    },
    (outputs) => outputs,
  ),
);

/** What a render writes if nothing is said. */
export const DEFAULT_OUTPUTS: ReadonlyArray<Output> = [{ format: 'mp4' }];

/** Whether an output is one picture. */
export const isStillOutput = ({ format, at }: Output): boolean => isStill(format, at);

/** What the files of captions are, by extension. */
const CAPTION_TYPES: Readonly<Record<string, string>> = {
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json',
};

/** The media type of a file by the extension of its name. */
export const mediaTypeOf = (extension: string): string | undefined =>
  Object.values(FORMATS).find((format) => format.extension === extension)?.mediaType ??
  CAPTION_TYPES[extension];

/** What an encoder must be there for. */
export type OutputFeature =
  'h264' | 'h265' | 'av1' | 'vp9' | 'prores' | 'gif' | 'webp' | 'png' | 'jpg' | 'mp3' | 'wav' | 'm4a';

/** What an output needs of the machine that renders it. */
export const featureOf = ({ format, codec = 'h264' }: Output): OutputFeature => {
  switch (format) {
    case 'mp4':
      return codec;
    case 'hls':
      return 'h264';
    case 'webm':
      return 'vp9';
    case 'mov':
      return 'prores';
    case 'pngSequence':
      return 'png';
    case 'gif':
    case 'webp':
    case 'png':
    case 'jpg':
    case 'mp3':
    case 'wav':
    case 'm4a':
      return format;
  }
};

/** What an output is called in messages. */
export const outputName = ({ format, codec }: Output): string =>
  codec === undefined ? format : `${format} with codec ${codec}`;
