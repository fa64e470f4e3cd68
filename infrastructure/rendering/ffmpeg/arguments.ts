import ffmpeg from 'fluent-ffmpeg';
import type { MediaCommand } from '../../../workers/render/ports/media-encoder.js';

/** The method by which fluent-ffmpeg composes the argument list that its `run` passes to ffmpeg; its types omit it. */
type WithArguments = ffmpeg.FfmpegCommand & { _getArguments(): string[] };

/**
 * Options of every run: no prompts, only errors are printed, progress goes to standard output; files that may be
 * overwritten are our own.
 */
export const GLOBAL_OPTIONS: ReadonlyArray<string> =
  '-hide_banner -nostdin -v error -y -progress pipe:1 -stats_period 0.2'.split(' ');

/** The command as fluent-ffmpeg would run it. */
export const fluentCommand = ({
  inputs,
  filterGraph,
  outputOptions,
  output,
}: MediaCommand): ffmpeg.FfmpegCommand => {
  const command = ffmpeg();
  for (const { path, options } of inputs) command.input(path).inputOptions(...options);
  if (filterGraph !== undefined) command.complexFilter(filterGraph);
  return command.output(output).outputOptions(...outputOptions);
};

/**
 * The argument list of a command. fluent-ffmpeg composes it, but the process is started by `runSandboxed`:
 * docs/adr/0005-hostile-inputs.md gives the reason.
 */
export const argumentsOf = (command: MediaCommand): ReadonlyArray<string> =>
  // oxlint-disable-next-line no-underscore-dangle -- the name is fluent-ffmpeg's
  (fluentCommand(command) as WithArguments)._getArguments();
