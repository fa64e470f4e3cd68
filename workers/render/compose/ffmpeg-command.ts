import type { MediaCommand } from '../ports/media-encoder.js';
import type { ComposeOutput, ComposeRequest } from '../ports/media-engine.js';
import { HARDWARE_H264, type HardwareKind, hardwareOf, hardwareOptions } from './hardware-encoders.js';
import { rawOutput } from './inputs.js';

// What the installed ffmpeg encodes: with hardware, which the engine's sandbox cannot reach, and with an encoder that
// the engine's library lacks.

/** Encodes AV1 that is too small for SVT-AV1. */
export const LIBAOM = 'libaom-av1';

/** Whether the output of a request is encoded by the installed ffmpeg. */
export const needsFfmpeg = ({ outputs }: ComposeRequest): boolean =>
  outputs.some(({ encoder }) => encoder === LIBAOM || hardwareOf(encoder) !== undefined);

const flags = (options: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Object.entries(options).flatMap(([name, value]) => [`-${name}`, value]);

type Encoding = Pick<ComposeOutput, 'frames' | 'encoder' | 'encoderOptions' | 'format' | 'formatOptions'>;

/** Encodes the frames that a filter graph begins with. */
const encoding = (
  { frames, encoder, encoderOptions, format, formatOptions }: Encoding,
  from: string,
): Omit<MediaCommand, 'inputs' | 'output'> => {
  const kind = hardwareOf(encoder);
  return {
    filterGraph: [from, ...(kind ? HARDWARE_H264[kind].filters : ['null'])].join(',').concat('[v]'),
    outputOptions: [
      ...(kind ? HARDWARE_H264[kind].device : []),
      '-map',
      '[v]',
      '-frames:v',
      String(frames),
      '-c:v',
      encoder,
      ...flags(encoderOptions),
      ...flags(formatOptions),
      '-f',
      format,
    ],
    ...(kind ? { usesHardware: true } : {}),
  };
};

/**
 * The two halves of a request with one output: the engine composes its frames, and ffmpeg encodes them. Between them is
 * a named pipe, to be made in a new folder.
 */
export const dividedRequest = ({
  inputs,
  graph,
  outputs,
}: ComposeRequest): { pipe: string; composing: ComposeRequest; encoding: MediaCommand } => {
  const [output, another] = outputs;
  if (!output || another) throw new RangeError('the command does not have exactly one output');
  const { label, frames, path } = output;
  const pipe = `${path}.composed/frames`;
  return {
    pipe,
    composing: {
      inputs,
      graph,
      outputs: [{ ...rawOutput(pipe, frames, 'nut'), label, pixelFormat: 'yuv420p' }],
    },
    encoding: {
      inputs: [{ path: pipe, options: ['-protocol_whitelist', 'file', '-f', 'nut'] }],
      ...encoding(output, '[0:v]null'),
      output: path,
    },
  };
};

/** Encodes a few frames, to find out whether hardware works. */
export const trialCommand = (kind: HardwareKind): MediaCommand => ({
  inputs: [],
  ...encoding(
    {
      frames: 5,
      encoder: HARDWARE_H264[kind].encoder,
      encoderOptions: hardwareOptions(kind, 20),
      format: 'null',
      formatOptions: {},
    },
    'color=c=gray:s=320x180:r=30',
  ),
  output: '-',
});
