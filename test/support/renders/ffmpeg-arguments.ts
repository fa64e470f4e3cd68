import type { ComposeOutput, ComposeRequest } from '../../../workers/render/ports/media-engine.js';

const flags = (options: Readonly<Record<string, string>> = {}): ReadonlyArray<string> =>
  Object.entries(options).flatMap(([name, value]) => [`-${name}`, value]);

/** The encoding of an output as options of ffmpeg. */
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

/** A request without scenes as the arguments of an ffmpeg that does the same. */
export const ffmpegArguments = ({ inputs, graph, outputs }: ComposeRequest): ReadonlyArray<string> => [
  ...inputs.flatMap((input) => {
    if (input._tag === 'Scene') throw new RangeError('ffmpeg draws no scenes');
    const { path, format, decoder, options, seek, delay } = input;
    return [
      ...flags({
        protocol_whitelist: 'file',
        ...(format === undefined ? {} : { f: format }),
        ...options,
      }),
      ...(delay === undefined ? [] : ['-itsoffset', String(delay)]),
      ...(decoder === undefined ? [] : ['-c:v', decoder]),
      ...(seek === undefined ? [] : ['-noaccurate_seek', '-ss', seek.toFixed(6)]),
      '-i',
      path,
    ];
  }),
  '-filter_complex',
  graph,
  ...outputs.flatMap((output) => ['-map', output.label, ...encodingFlags(output), output.path]),
];
