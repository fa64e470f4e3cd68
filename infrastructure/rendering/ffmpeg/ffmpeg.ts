import { once } from 'node:events';
import { dirname } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import {
  EncoderError,
  type EncoderFailure,
  type MediaCommand,
  type MediaEncoder,
  type RunOptions,
} from '../../../workers/render/ports/media-encoder.js';
import { argumentsOf } from './arguments.js';
import { ffmpegFeatures, saying } from './features.js';
import { type IdleTimeout, idleTimeout } from '../../platform/idle-timeout.js';
import { ENCODE_LIMITS, STALL_TIMEOUT_MS } from './process-limits.js';
import type { FileView } from '../../machine/sandbox/file-view.js';
import { withOutputFolder } from '../../machine/sandbox/file-exchange.js';
import { type ProcessEnd, runSandboxed } from '../../machine/sandbox/run-sandboxed.js';

/** Options of every run: no prompts, only errors are printed; files that may be overwritten are our own. */
const GLOBAL_OPTIONS = ['-hide_banner', '-nostdin', '-v', 'error', '-y'];

const isFile = (path: string): boolean => path !== '' && path !== '-' && !path.startsWith('pipe:');

/** The inputs and their folders, because an input may list other files there. */
const readBy = ({ inputs }: MediaCommand): ReadonlyArray<string> =>
  inputs.flatMap(({ path }) => (isFile(path) ? [dirname(path), path] : []));

/** Runs a command with an output folder of its own; the output is moved from there if the run succeeds. */
const withOwnFolder = async (
  command: MediaCommand,
  run: (command: MediaCommand, files: FileView) => Promise<Outcome>,
): Promise<Outcome> => {
  const reads = readBy(command);
  if (!isFile(command.output)) return run(command, { reads });
  if (command.outputIsPipe === true) return run(command, { reads, writes: dirname(command.output) });
  return withOutputFolder(command.output, async ({ path, file, take }) => {
    const outcome = await run({ ...command, output: file }, { reads, writes: path });
    if (E.isLeft(outcome) || take(command.besides)) return outcome;
    return E.left(FAILED);
  });
};

/** ffmpeg as the media encoder. */
export const ffmpegMediaEncoder = (program = 'ffmpeg'): MediaEncoder => {
  const start = (command: MediaCommand, files: FileView, signal: AbortSignal, feeds: boolean) => {
    const wantsProgress = command.output !== 'pipe:1';
    return runSandboxed({
      program,
      args: [
        ...GLOBAL_OPTIONS,
        ...(wantsProgress ? ['-progress', 'pipe:1', '-stats_period', '0.2'] : []),
        ...argumentsOf(command),
      ],
      files,
      signal,
      limits: ENCODE_LIMITS,
      feeds,
    });
  };

  return {
    version: async () => /^ffmpeg version (\S+)/.exec(await saying(program, '-version'))?.[1] ?? 'unknown',
    features: () => ffmpegFeatures(program),

    run:
      (command, { signal, onFrames }) =>
      () =>
        withOwnFolder(command, async (command, files) => {
          const wait = idleTimeout(STALL_TIMEOUT_MS);
          const { stdout, ended } = start(command, files, AbortSignal.any([signal, wait.signal]), false);
          followProgress(stdout, wait.renew, onFrames);
          const end = await ended;
          wait.pause();
          return outcomeOf(end, wait);
        }),

    read: async function* (command, { signal }: RunOptions) {
      const controller = new AbortController();
      const wait = idleTimeout(STALL_TIMEOUT_MS);
      const signals = AbortSignal.any([signal, wait.signal, controller.signal]);
      const { stdout, ended } = start(command, { reads: readBy(command) }, signals, false);
      try {
        for await (const chunk of stdout) {
          // While the consumer is busy, ffmpeg has to wait: that is no stall.
          wait.pause();
          yield chunk as Uint8Array;
          wait.renew();
        }
        const end = await ended;
        if (!end.ok) throw new EncoderError(failureOf(end, wait));
      } finally {
        wait.pause();
        controller.abort();
        await ended;
      }
    },

    write:
      (command, bytes, { signal, onFrames }) =>
      () =>
        withOwnFolder(command, async (command, files) => {
          const controller = new AbortController();
          const either = AbortSignal.any([signal, controller.signal]);
          const { stdin, stdout, ended } = start(command, files, either, true);
          followProgress(stdout, () => undefined, onFrames);
          let over = false;
          void ended.then(() => (over = true));
          try {
            for await (const chunk of bytes) {
              if (over) break;
              if (stdin && !stdin.write(chunk))
                await Promise.race([once(stdin, 'drain').catch(() => ended), ended]);
            }
            stdin?.end();
          } catch (error) {
            controller.abort();
            await ended;
            throw error;
          }
          return outcomeOf(await ended);
        }),
  };
};

type Outcome = E.Either<EncoderFailure, void>;

const FAILED: EncoderFailure = {
  _tag: 'EncodingFailed',
  message: 'the media could not be processed',
  retryable: false,
};

const outcomeOf = (end: ProcessEnd, wait?: IdleTimeout): Outcome =>
  end.ok ? E.right(undefined) : E.left(failureOf(end, wait));

const failureOf = ({ aborted, exceeded }: ProcessEnd, wait?: IdleTimeout): EncoderFailure => {
  if (exceeded || wait?.signal.aborted)
    return { _tag: 'LimitExceeded', stage: 'encode', message: 'the media needs too much time or memory' };
  return aborted ? { _tag: 'Stopped' } : FAILED;
};

/** Reads the output of `-progress` to its end. `onAdvance` is called whenever the output has grown. */
const followProgress = (
  stdout: NodeJS.ReadableStream,
  onAdvance: () => void,
  onFrames?: (frames: number) => void,
): void => {
  let reached = '';
  stdout.setEncoding('utf8').on('data', (text) => {
    const latest = (key: string) =>
      [...String(text).matchAll(new RegExp(`^${key}=\\s*(\\d+)`, 'gm'))].at(-1)?.[1];
    const frames = latest('frame');
    if (frames !== undefined) onFrames?.(Number(frames));
    const now = `${frames} ${latest('out_time_us')} ${latest('total_size')}`;
    if (now !== reached) onAdvance();
    reached = now;
  });
};
