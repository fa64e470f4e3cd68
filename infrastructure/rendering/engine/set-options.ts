import { type CodecContext, FFmpegError, type FormatContext } from 'node-av/lib';

/**
 * Sets options of a codec or a file before it is opened. `open2Sync` of node-av 6.1.1 frees a dictionary of options twice,
 * and ends the process some time later.
 * @throws FFmpegError for an unknown name or an invalid value
 */
export const setOptions = (
  target: CodecContext | FormatContext,
  options: Readonly<Record<string, string>>,
): void => {
  for (const [name, value] of Object.entries(options))
    FFmpegError.throwIfError(target.setOption(name, value), `option ${name}`);
};
