import type { MediaCommand, MediaInput } from '../ports/media-encoder.js';
import type { ComposeInput, ComposeOutput, ComposeRequest } from '../ports/media-engine.js';
import { HARDWARE_H264, hardwareOf } from './hardware-encoders.js';

// What the engine composes, as a command of ffmpeg: for hardware, whose devices the engine's sandbox lacks, and for an
// encoder that its library lacks.

/** Encodes AV1 that is too small for SVT-AV1. */
export const LIBAOM = 'libaom-av1';

/** Whether a request is carried out by the installed ffmpeg. */
export const needsFfmpeg = ({ outputs }: ComposeRequest): boolean =>
  outputs.some(({ encoder }) => encoder === LIBAOM || hardwareOf(encoder) !== undefined);

const flags = (options: Readonly<Record<string, string>> = {}): ReadonlyArray<string> =>
  Object.entries(options).flatMap(([name, value]) => [`-${name}`, value]);

export const ffmpegInput = ({
  _tag,
  path,
  format,
  decoder,
  options,
  seek,
  delay,
}: ComposeInput): MediaInput => ({
  _tag,
  path,
  options: [
    ...flags({
      protocol_whitelist: 'file',
      ...(format === undefined ? {} : { f: format }),
      ...options,
    }),
    ...(delay === undefined ? [] : ['-itsoffset', String(delay)]),
    ...(decoder === undefined ? [] : ['-c:v', decoder]),
    ...(seek === undefined ? [] : ['-noaccurate_seek', '-ss', seek.toFixed(6)]),
  ],
});

/** The options of an output, without those that say what it shows. */
export const encodingFlags = ({
  frames,
  encoder,
  encoderOptions,
  pixelFormat,
  keyFrameEvery,
  format,
  formatOptions,
}: Omit<ComposeOutput, 'label' | 'path'>): ReadonlyArray<string> => [
  '-frames:v',
  String(frames),
  '-c:v',
  encoder,
  ...(pixelFormat === undefined ? [] : ['-pix_fmt', pixelFormat]),
  ...flags(encoderOptions),
  ...(keyFrameEvery === undefined ? [] : ['-force_key_frames', `expr:not(mod(n,${keyFrameEvery}))`]),
  ...flags(formatOptions),
  '-f',
  format,
];

/** A request with one output. */
export const ffmpegCommand = ({ inputs, graph, outputs }: ComposeRequest): MediaCommand => {
  const [output, another] = outputs;
  if (!output || another) throw new RangeError('a command of ffmpeg has one output');
  const kind = hardwareOf(output.encoder);
  return {
    inputs: inputs.map(ffmpegInput),
    filterGraph: graph,
    outputOptions: [
      ...(kind ? HARDWARE_H264[kind].device : []),
      '-map',
      output.label,
      ...encodingFlags(output),
    ],
    output: output.path,
    ...(kind ? { usesHardware: true } : {}),
  };
};
