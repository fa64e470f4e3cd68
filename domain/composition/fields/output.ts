import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { about, type Codec, codec } from '../../codec/codec.js';
import { array, record, type RecordOf, type Rule, withDefault } from '../../codec/containers.js';
import { boolean, number, oneOf } from '../../codec/scalars.js';
import { LIMITS } from '../limits.js';
import { OutputCaptions } from './output-captions.js';
import { FORMATS, hasSubtitles, isStill, OutputFormat } from './output-formats.js';

// What a render writes: docs/outputs.md.

const time = (description: string) => about(description, number({ minimum: 0, maximum: LIMITS.durationMs }));
const side = (description: string) => about(description, number({ ...LIMITS.canvasSide, integer: true }));

const OutputSize = about(
  'The size of the output. The composition is laid out at the size of its canvas, and drawn at that of the output. If only one side is given, the other follows from the aspect ratio of the canvas. Videos have even sides: odd ones are rounded up.',
  record(
    {
      fit: withDefault(
        about(
          'What happens if the aspect ratio differs from that of the canvas: bars (`contain`), cropping (`cover`) or distortion (`stretch`).',
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
  at: withDefault(time('The time of the frame, ms.'), 0),
  format: withDefault(about('The image format.', oneOf('jpg', 'png', 'webp')), 'jpg'),
};
const Poster = about('An image with the size of the output.', record(picture), { title: 'Poster' });
const Thumbnail = about(
  'A small picture.',
  record({ ...picture, width: withDefault(side('Width in pixels; the height follows.'), 320) }),
  { title: 'Thumbnail' },
);

const fields = {
  codec: about(
    'The video codec of an `mp4`. Default: `h264`. Others require an ffmpeg with that encoder.',
    oneOf('h264', 'h265', 'av1'),
  ),
  quality: about(
    'From 1 (smallest file) to 100 (best quality), for lossy formats. The default depends on the format.',
    number({ minimum: 1, maximum: 100, integer: true }),
  ),
  size: OutputSize,
  fps: about(
    'Frames per second. Default: those of the video. At most 50 for a GIF.',
    number({ minimum: 1, maximum: LIMITS.fps }),
  ),
  range: OutputRange,
  at: time('The time of the frame of a still, ms. Default: 0.'),
  loop: about('Whether a GIF or an animated WebP plays again and again. Default: `true`.', boolean),
  poster: Poster,
  thumbnail: Thumbnail,
  captions: OutputCaptions,
};

type Field = keyof typeof fields;

const isAllowed = (field: Field, format: OutputFormat, at: number | undefined): boolean => {
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
    case 'loop':
      return format === 'gif' || (format === 'webp' && !isStill(format, at));
    case 'poster':
    case 'thumbnail':
      return kind === 'video';
    case 'captions':
      return !isStill(format, at);
  }
};

type Fields = RecordOf<{ readonly format: typeof OutputFormat }, typeof fields>;

/** One file that a render writes. */
export const Output = about(
  'One output of a render.',
  record({ format: OutputFormat }, fields, [
    ...(Object.keys(fields) as ReadonlyArray<Field>).map((field): Rule<Fields> => ({
      field,
      among: field === 'at' ? (['format'] as const) : (['format', 'at'] as const),
      problem: (output) =>
        output[field] === undefined || isAllowed(field, output.format, output.at)
          ? undefined
          : `must not be set for the format ${output.format}`,
    })),
    {
      field: 'captions',
      among: ['format'],
      problem: ({ captions, format }, path) =>
        captions?.track && !hasSubtitles(format)
          ? `must not have a track: ${path}.format must be mp4, mov or webm`
          : undefined,
    },
  ]),
  { title: 'Output' },
);
export type Output = t.TypeOf<typeof Output>;

export const MAX_OUTPUTS = 8;

const list = array(Output, MAX_OUTPUTS);

/** One output or a list of 1 to 8; always decodes to a list. */
export const Outputs: Codec<ReadonlyArray<Output>> = about(
  'What the render writes: one output, or a list of up to 8. The first is `outputUrl`.',
  codec<ReadonlyArray<Output>>(
    'outputs',
    { anyOf: [Output.jsonSchema, { ...list.jsonSchema, minItems: 1 }] },
    (u, context) => {
      if (!Array.isArray(u)) return E.map((output: Output) => [output])(Output.validate(u, context));
      return u.length === 0 ? t.failure(u, context, 'must have at least 1 item') : list.validate(u, context);
    },
  ),
);

export const DEFAULT_OUTPUTS: ReadonlyArray<Output> = [{ format: 'mp4' }];

export const isStillOutput = ({ format, at }: Output): boolean => isStill(format, at);
