import type { ComposeOutput } from '../../../workers/render/ports/media-engine.js';

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
