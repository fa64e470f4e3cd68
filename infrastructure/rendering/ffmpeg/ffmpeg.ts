import { dirname } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import {
  EncoderError,
  type LateCommand,
  type MediaCommand,
  type MediaEncoder,
  type RunOptions,
} from '../../../workers/render/ports/media-encoder.js';
import { argumentsOf, GLOBAL_OPTIONS, progressOptions } from './arguments.js';
import { encoderNames, ffmpegFeatures, saying } from './features.js';
import { hardwareDevices } from './hardware-devices.js';
import { feed } from './feed.js';
import { lateProcesses } from './late-processes.js';
import { allOf, framesTo, hashOfSound, inspectedIn } from './inspection.js';
import { idleTimeout } from '../../platform/idle-timeout.js';
import { beginSpan } from '../../platform/tracing/spans.js';
import { FAILED, failureOf, followProgress, type Outcome, outcomeOf } from './outcome.js';
import { ENCODE_LIMITS, STALL_TIMEOUT_MS } from './process-limits.js';
import type { FileView } from '../../machine/sandbox/file-view.js';
import { allowReading, withOutputFolder } from '../../machine/sandbox/file-exchange.js';
import { runSandboxed } from '../../machine/sandbox/run-sandboxed.js';

const isFile = (path: string): boolean => path !== '' && path !== '-' && !path.startsWith('pipe:');

/** The inputs and their folders, because an input may list other files there. */
const readBy = ({ inputs }: MediaCommand): ReadonlyArray<string> =>
  inputs.flatMap(({ path }) => (isFile(path) ? [dirname(path), path] : []));

/** Runs a command with an output folder of its own; the output is moved from there if the run succeeds. */
const withOwnFolder = async <A>(
  command: MediaCommand,
  run: (command: MediaCommand, files: FileView) => Promise<Outcome<A>>,
): Promise<Outcome<A>> => {
  const reads = readBy(command);
  if (!isFile(command.output)) return run(command, { reads });
  if (command.outputIsPipe === true) return run(command, { reads, writes: dirname(command.output) });
  return withOutputFolder(command.output, async ({ path, file, take }) => {
    const outcome = await run({ ...command, output: file }, { reads, writes: path });
    if (E.isLeft(outcome) || take(command.besides)) return outcome;
    return E.left(FAILED);
  });
};

/** What happens during a run, besides its command. */
interface Further {
  /** Where its progress is reported; by default on standard output, unless that is its output. */
  readonly progress?: string;
  /** Arguments after those of the command. */
  readonly more?: ReadonlyArray<string>;
  readonly inBackground?: boolean | undefined;
}

/** What runs the commands whose processes wait for them. */
type Late = Readonly<Record<LateCommand['makes'], Pick<MediaEncoder, 'prepareLate' | 'runLate'>>>;

/** ffmpeg as the media encoder. @param late default: no process waits */
export const ffmpegMediaEncoder = (
  program = 'ffmpeg',
  late: Late = { preview: lateProcesses(program), piece: lateProcesses(program) },
): MediaEncoder => {
  const start = (
    command: MediaCommand,
    files: FileView,
    signal: AbortSignal,
    feeds: boolean,
    {
      progress = command.output === 'pipe:1' ? undefined : 'pipe:1',
      more = [],
      inBackground = false,
    }: Further = {},
  ) => {
    const endSpan = beginSpan('ffmpeg', { attributes: { 'framewright.inputs': command.inputs.length } });
    const started = runSandboxed({
      program,
      args: [
        ...GLOBAL_OPTIONS,
        ...(progress === undefined ? [] : progressOptions(progress)),
        ...argumentsOf(command),
        ...more,
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
    prepareLate: (start) => late[start.makes].prepareLate(start),
    runLate: (command, options) => late[command.makes].runLate(command, options),

    run:
      (command, { signal, onFrames, inBackground }) =>
      () =>
        withOwnFolder(command, async (command, files) => {
          const wait = idleTimeout(STALL_TIMEOUT_MS);
          const stop = AbortSignal.any([signal, wait.signal]);
          const { stdout, ended } = start(command, files, stop, false, { inBackground });
          followProgress(stdout, wait.renew, onFrames);
          const end = await ended;
          wait.pause();
          return outcomeOf(end, wait);
        }),

    copy:
      (command, picture, keyFrames, { signal, onFrames }) =>
      () => {
        const inputs = [...command.inputs, ...(keyFrames ? [keyFrames] : [])];
        return withOwnFolder({ ...command, inputs }, async (command, files) => {
          const wait = idleTimeout(STALL_TIMEOUT_MS);
          const stop = new AbortController();
          const signals = AbortSignal.any([signal, wait.signal, stop.signal]);
          // Standard output carries the inspection.
          const shown = keyFrames ? framesTo(inputs.length - 1) : [];
          const further = { progress: 'pipe:2', more: [...shown, ...hashOfSound('1:a:0')] };
          const started = start(command, files, signals, true, further);
          const { stdout, stderr, ended } = started;
          wait.pause();
          let isGiven = false;
          const begin = (): void => {
            if (isGiven) return;
            isGiven = true;
            // Inputs that were not there when the process started.
            files.reads.forEach(allowReading);
            wait.renew();
          };
          const feeding = feed(started, picture, begin).then(
            () => undefined,
            (error: unknown) => {
              stop.abort();
              return { error };
            },
          );
          followProgress(stderr, wait.renew, onFrames);
          const said = await allOf(stdout, () => stop.abort());
          const end = await ended;
          wait.pause();
          const trouble = end.ok || stop.signal.aborted ? await feeding : undefined;
          if (trouble) throw trouble.error;
          return pipe(
            outcomeOf(end, wait),
            E.map(() => inspectedIn(said)),
          );
        });
      },

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
