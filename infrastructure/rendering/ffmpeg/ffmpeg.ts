import { dirname } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import {
  EncoderError,
  type MediaCommand,
  type MediaEncoder,
  type RunOptions,
} from '../../../workers/render/ports/media-encoder.js';
import { argumentsOf, GLOBAL_OPTIONS, progressOptions } from './arguments.js';
import { encoderNames, ffmpegFeatures, saying } from './features.js';
import { hardwareDevices } from './hardware-devices.js';
import { feed } from './feed.js';
import { idleTimeout } from '../../platform/idle-timeout.js';
import { beginSpan } from '../../platform/tracing/spans.js';
import { FAILED, failureOf, followProgress, type Outcome, outcomeOf } from './outcome.js';
import { ENCODE_LIMITS, STALL_TIMEOUT_MS } from './process-limits.js';
import type { FileView } from '../../machine/sandbox/file-view.js';
import { withOutputFolder } from '../../machine/sandbox/file-exchange.js';
import { runSandboxed } from '../../machine/sandbox/run-sandboxed.js';

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
  const start = (
    command: MediaCommand,
    files: FileView,
    signal: AbortSignal,
    feeds: boolean,
    inBackground = false,
  ) => {
    const endSpan = beginSpan('ffmpeg', { attributes: { 'framewright.inputs': command.inputs.length } });
    const started = runSandboxed({
      program,
      args: [
        ...GLOBAL_OPTIONS,
        ...(command.output === 'pipe:1' ? [] : progressOptions()),
        ...argumentsOf(command),
      ],
      files: command.usesHardware ? { ...files, devices: hardwareDevices() } : files,
      signal,
      limits: ENCODE_LIMITS,
      feeds,
      inBackground,
    });
    void started.ended.then(({ ok, aborted }) => {
      if (ok) endSpan();
      else endSpan(aborted ? 'Stopped' : 'EncodingFailed');
    });
    return started;
  };

  return {
    version: async () => /^ffmpeg version (\S+)/.exec(await saying(program, '-version'))?.[1] ?? 'unknown',
    features: () => ffmpegFeatures(program),
    hasEncoder: async (name) => (await encoderNames(program)).has(name),

    run:
      (command, { signal, onFrames, inBackground }) =>
      () =>
        withOwnFolder(command, async (command, files) => {
          const wait = idleTimeout(STALL_TIMEOUT_MS);
          const stop = AbortSignal.any([signal, wait.signal]);
          const { stdout, ended } = start(command, files, stop, false, inBackground);
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
          const started = start(command, files, either, true);
          followProgress(started.stdout, () => undefined, onFrames);
          try {
            await feed(started, bytes);
          } catch (error) {
            controller.abort();
            await started.ended;
            throw error;
          }
          return outcomeOf(await started.ended);
        }),
  };
};
