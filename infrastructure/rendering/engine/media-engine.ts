import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { ffmpegVersion } from 'node-av/ffmpeg';
import type { MediaCommand, MediaInput } from '../../../workers/render/ports/media-encoder.js';
import type { ComposeOptions, MediaEngine } from '../../../workers/render/ports/media-engine.js';
import { takeOver } from '../../machine/sandbox/file-exchange.js';
import { idleTimeout } from '../../platform/idle-timeout.js';
import { beginSpan } from '../../platform/tracing/spans.js';
import { FAILED, type Outcome } from '../ffmpeg/outcome.js';
import { ENCODE_LIMITS, STALL_TIMEOUT_MS } from '../ffmpeg/process-limits.js';
import type { ExchangeFolder } from '../tasks/exchange-folder.js';
import type { TaskProcess, TaskProgram } from '../tasks/task-process.js';
import { taskProcessPool, type Waiting } from '../tasks/task-process-pool.js';
import { engineJob, type EngineJob, type EngineOutput } from './job.js';

/** The engine process, next to this file, in the sources and in the build. */
const script = fileURLToPath(
  new URL(`./engine-process${extname(fileURLToPath(import.meta.url))}`, import.meta.url),
);

/**
 * glibc then gives out zeroed memory, as a new process has it. x264 reads memory that it did not write: after another
 * piece in the same process, the same frames gave other bytes.
 */
const ZEROED_MEMORY = { MALLOC_PERTURB_: '255' };

const PROGRAM: TaskProgram = { script, limits: ENCODE_LIMITS, environment: ZEROED_MEMORY };

/** What the process replies: see `EngineReply`. */
const Reply = t.type({ isDone: t.boolean, frames: t.number });

/** Gives the process a list of files, with the paths at which it finds them. */
const giveList = async (
  { path, files = [] }: MediaInput,
  name: string,
  { give, given }: ExchangeFolder,
): Promise<string> => {
  let text = await readFile(path, 'utf8');
  for (const file of files) text = text.replaceAll(`'${file}'`, `'${await give(file)}'`);
  const own = join(given, name);
  await writeFile(own, text, { mode: 0o644 });
  return own;
};

/** Gives the process an input. @returns the path at which it finds it */
const giveInput = async (input: MediaInput, name: string, folder: ExchangeFolder): Promise<string> => {
  if (input.files) return giveList(input, name, folder);
  return (await stat(input.path)).isFIFO() ? folder.givePipe(input.path) : folder.give(input.path);
};

/** A job for one process, and where the files that it writes belong. */
interface GivenJob {
  readonly job: EngineJob;
  readonly outputs: ReadonlyArray<{ readonly written: string; readonly path: string }>;
}

const givenJob = async (command: MediaCommand, number: number, folder: ExchangeFolder): Promise<GivenJob> => {
  const job = engineJob(command);
  const inputs = await Promise.all(
    command.inputs.map((input, index) => giveInput(input, `list-${number}-${index}`, folder)),
  );
  const target = ({ path }: EngineOutput): string => join(dirname(command.output), basename(path));
  const written = job.outputs.map((_, index) => join(folder.written, `out-${number}-${index}`));
  return {
    job: {
      ...job,
      inputs: job.inputs.map((input, index) => ({ ...input, path: inputs[index] ?? '' })),
      outputs: job.outputs.map((output, index) => ({ ...output, path: written[index] ?? '' })),
    },
    outputs: job.outputs.map((output, index) => ({ written: written[index] ?? '', path: target(output) })),
  };
};

/**
 * FFmpeg's libraries in sandboxed processes. Each serves one render, or one series of previews, and no other.
 * @param root where the processes get their folders, on the file system of the renders
 * @param spares the number of started processes that wait for the next render; `close` ends them
 */
export const mediaEngine = (
  root: string,
  spares = 0,
  waiting: Waiting = {},
): MediaEngine & { readonly close: () => Promise<void> } => {
  const pool = taskProcessPool(PROGRAM, root, spares, waiting);
  let jobs = 0;

  const performed = async (
    worker: TaskProcess,
    command: MediaCommand,
    { signal, onFrames }: ComposeOptions,
  ): Promise<boolean> => {
    jobs += 1;
    const { job, outputs } = await givenJob(command, jobs, worker.folder);
    const wait = idleTimeout(STALL_TIMEOUT_MS);
    const onNews = (news: unknown): void => {
      wait.renew();
      if (typeof news === 'number') onFrames?.(news);
    };
    try {
      const reply = Reply.decode(
        await worker.perform(job, { signal: AbortSignal.any([signal, wait.signal]), onNews }),
      );
      if (E.isLeft(reply) || !reply.right.isDone) return false;
      onFrames?.(reply.right.frames);
      return outputs.every(({ written, path }) => takeOver(written, path));
    } finally {
      wait.pause();
    }
  };

  const compose = async (command: MediaCommand, options: ComposeOptions): Promise<Outcome> => {
    const { signal, folder, series } = options;
    const user = { folder, series };
    const endSpan = beginSpan('engine', { attributes: { 'framewright.inputs': command.inputs.length } });
    const worker = pool.take(user);
    const isDone = await performed(worker, command, options).catch(() => false);
    if (isDone) {
      pool.giveBack(user, worker);
      endSpan();
      return E.right(undefined);
    }
    const isAlive = worker.isRunning();
    worker.kill();
    const { exceeded } = await worker.ended;
    endSpan(signal.aborted ? 'Stopped' : 'EncodingFailed');
    if (signal.aborted) return E.left({ _tag: 'Stopped' });
    if (exceeded && !isAlive)
      return E.left({
        _tag: 'LimitExceeded',
        stage: 'encode',
        message: 'the media needs too much time or memory',
      });
    return E.left(FAILED);
  };

  return {
    version: ffmpegVersion(),
    close: pool.close,
    compose: (command, options) => () => compose(command, options),
  };
};
