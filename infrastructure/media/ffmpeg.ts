import { once } from 'node:events';
import * as TE from 'fp-ts/lib/TaskEither.js';
import ffmpeg from 'fluent-ffmpeg';
import type {
  MediaCommand,
  MediaEncoder,
  MediaFault,
  RunOptions,
} from '../../application/ports/media-encoder.js';
import { type ProcessEnd, runProcess } from './run-process.js';

/** Options of every run: nothing is asked, overwritten files are our own, only faults are printed. */
const GLOBAL_OPTIONS = ['-hide_banner', '-nostdin', '-v', 'error', '-y'];

/**
 * fluent-ffmpeg composes the argument list; the process is started by `runProcess`, because fluent-ffmpeg can put a
 * child neither into a process group of its own nor under limits. Its types leave out the method that gives the list.
 */
type ArgumentSource = ffmpeg.FfmpegCommand & { _getArguments(): string[] };

/** The argument list of a command. */
export const argumentsOf = ({ inputs, filterGraph, outputOptions, output }: MediaCommand): string[] => {
  const command = ffmpeg();
  for (const { path, options } of inputs) {
    command.input(path);
    if (options.length > 0) command.inputOptions(...options);
  }
  if (filterGraph !== undefined) command.complexFilter(filterGraph);
  command.output(output).outputOptions(...outputOptions);
  // oxlint-disable-next-line no-underscore-dangle -- the name is fluent-ffmpeg's
  return (command as ArgumentSource)._getArguments();
};

/** ffmpeg as the media encoder. */
export const ffmpegMediaEncoder = (program = 'ffmpeg'): MediaEncoder => {
  const start = (command: MediaCommand, signal: AbortSignal, feeds: boolean) => {
    const wantsProgress = command.output !== 'pipe:1';
    return runProcess({
      program,
      args: [
        ...GLOBAL_OPTIONS,
        ...(wantsProgress ? ['-progress', 'pipe:1', '-stats_period', '0.2'] : []),
        ...argumentsOf(command),
      ],
      signal,
      feeds,
    });
  };

  return {
    version: async () => {
      const { stdout, ended } = runProcess({
        program,
        args: ['-version'],
        signal: new AbortController().signal,
      });
      let text = '';
      for await (const chunk of stdout) text += String(chunk);
      await ended;
      return /^ffmpeg version (\S+)/.exec(text)?.[1] ?? 'unknown';
    },

    run:
      (command, { signal, onFrames }) =>
      async () => {
        const { stdout, ended } = start(command, signal, false);
        followProgress(stdout, onFrames);
        return outcome(await ended);
      },

    read: async function* (command, { signal }: RunOptions) {
      const controller = new AbortController();
      const { stdout, ended } = start(command, AbortSignal.any([signal, controller.signal]), false);
      try {
        for await (const chunk of stdout) yield chunk as Uint8Array;
        const end = await ended;
        if (!end.ok) throw faultOf(end);
      } finally {
        controller.abort();
        await ended;
      }
    },

    write:
      (command, bytes, { signal, onFrames }) =>
      async () => {
        const controller = new AbortController();
        const { stdin, stdout, ended } = start(command, AbortSignal.any([signal, controller.signal]), true);
        followProgress(stdout, onFrames);
        let over = false;
        void ended.then(() => (over = true));
        try {
          for await (const chunk of bytes) {
            if (over) break;
            if (stdin && !stdin.write(chunk)) await Promise.race([once(stdin, 'drain'), ended]);
          }
          stdin?.end();
        } catch (error) {
          controller.abort();
          await ended;
          throw error;
        }
        return outcome(await ended);
      },
  };
};

const outcome = (end: ProcessEnd) =>
  end.ok ? TE.right<MediaFault, void>(undefined)() : TE.left<MediaFault, void>(faultOf(end))();

const faultOf = ({ aborted, stderr }: ProcessEnd): MediaFault => ({
  _tag: aborted ? 'Aborted' : 'Failed',
  detail: stderr,
});

const followProgress = (stdout: NodeJS.ReadableStream, onFrames?: (frames: number) => void): void => {
  stdout.setEncoding('utf8').on('data', (text) => {
    const frames = [...String(text).matchAll(/^frame=\s*(\d+)/gm)].at(-1)?.[1];
    if (frames !== undefined) onFrames?.(Number(frames));
  });
};
