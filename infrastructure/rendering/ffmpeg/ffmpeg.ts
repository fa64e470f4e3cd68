import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import type { MediaCommand, MediaEncoder, RunOptions } from '../../../workers/render/ports/media-encoder.js';
import type { FileView } from '../../machine/sandbox/file-view.js';
import { makeWritableFolder, withOutputFolder } from '../../machine/sandbox/file-exchange.js';
import { runSandboxed } from '../../machine/sandbox/run-sandboxed.js';
import { idleTimeout } from '../../platform/idle-timeout.js';
import { beginSpan } from '../../platform/tracing/spans.js';
import { argumentsOf, GLOBAL_OPTIONS } from './arguments.js';
import { programVersion } from './version.js';
import { hardwareDevices } from './hardware-devices.js';
import { FAILED, encoderFailure, followProgress, type MediaOutcome } from './outcome.js';
import { ENCODE_LIMITS, STALL_TIMEOUT_MS } from './process-limits.js';

/** The output that discards everything. */
const NO_FILE = '-';

const runWith = async (
  program: string,
  command: MediaCommand,
  files: FileView,
  { signal, onFrames }: RunOptions,
): Promise<MediaOutcome> => {
  const wait = idleTimeout(STALL_TIMEOUT_MS);
  const endSpan = beginSpan('ffmpeg', { attributes: { 'framewright.inputs': command.inputs.length } });
  const { stdout, ended } = runSandboxed({
    program,
    args: [...GLOBAL_OPTIONS, ...argumentsOf(command)],
    files: command.usesHardware ? { ...files, devices: hardwareDevices() } : files,
    signal: AbortSignal.any([signal, wait.signal]),
    limits: ENCODE_LIMITS,
  });
  followProgress(stdout, wait.renew, onFrames);
  const end = await ended;
  wait.pause();
  const outcome = end.ok ? E.right(undefined) : E.left(encoderFailure(end, wait));
  endSpan(E.isLeft(outcome) ? outcome.left._tag : undefined);
  return outcome;
};

/** ffmpeg as the media encoder. Each run has an output folder of its own; the output is moved from there if it succeeds. */
export const ffmpegMediaEncoder = (program = 'ffmpeg'): MediaEncoder => ({
  version: () => programVersion(program),
  makePipe: async (path) => {
    makeWritableFolder(dirname(path));
    await promisify(execFile)('mkfifo', ['--', path]);
    // The parent folders keep other accounts out.
    await chmod(path, 0o666);
  },
  run: (command, options) => async () => {
    // An input may list other files in its folder.
    const reads = command.inputs.flatMap(({ path }) => [dirname(path), path]);
    if (command.output === NO_FILE) return runWith(program, command, { reads }, options);
    return withOutputFolder(command.output, async ({ path, file, take }) => {
      const outcome = await runWith(program, { ...command, output: file }, { reads, writes: path }, options);
      return E.isLeft(outcome) || take() ? outcome : E.left(FAILED);
    });
  },
});
