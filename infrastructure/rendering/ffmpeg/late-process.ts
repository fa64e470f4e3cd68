import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { LateCommand, LateStart, RunOptions } from '../../../workers/render/ports/media-encoder.js';
import { takeOver } from '../../machine/sandbox/file-exchange.js';
import { runSandboxed } from '../../machine/sandbox/run-sandboxed.js';
import { idleTimeout } from '../../platform/idle-timeout.js';
import { beginSpan } from '../../platform/tracing/spans.js';
import { makeExchangeFolder } from '../tasks/exchange-folder.js';
import { argumentsOf, GLOBAL_OPTIONS, progressOptions } from './arguments.js';
import { FAILED, followProgress, type Outcome, outcomeOf } from './outcome.js';
import { ENCODE_LIMITS, STALL_TIMEOUT_MS } from './process-limits.js';

/** A sandboxed process of ffmpeg that has been linked, and waits for the filter graph of one command. */
export interface LateProcess {
  readonly isRunning: () => boolean;
  /** Runs the command that it was started for. The process ends with it. */
  readonly run: (command: LateCommand, options: RunOptions) => Promise<Outcome>;
  /** Ends the process immediately. */
  readonly kill: () => void;
  /** Resolves when the process has ended and its folder is removed. */
  readonly ended: Promise<void>;
}

/** The name of its output while it writes. */
const WRITTEN = 'written';

/**
 * Starts a process that waits: ffmpeg reads its filter graph, here from standard input, before it opens a file.
 * @param root where it gets its folder
 */
export const startLateProcess = (
  program: string,
  root: string,
  { outputOptions }: LateStart,
): LateProcess => {
  const folder = makeExchangeFolder(root);
  const ending = new AbortController();
  const kill = (): void => ending.abort();
  const { stdin, stdout, ended } = runSandboxed({
    program,
    args: [
      ...GLOBAL_OPTIONS,
      ...progressOptions(),
      '-filter_complex_script',
      'pipe:0',
      ...argumentsOf({ inputs: [], filterGraph: undefined, outputOptions, output: WRITTEN }),
    ],
    files: { reads: [folder.given], writes: folder.written },
    signal: ending.signal,
    limits: ENCODE_LIMITS,
    feeds: true,
  });
  let isRunning = true;
  /** The run of its command, which needs the folder. */
  let inUse: Promise<unknown> = Promise.resolve();
  const removed = ended.then(async () => {
    isRunning = false;
    await inUse.catch(() => undefined);
    // What can't be removed now is removed with the worker's folder.
    await rm(folder.path, { recursive: true, force: true }).catch(() => undefined);
  });

  const run = async (
    { files, filterGraph, output, isStrict = false }: LateCommand,
    { signal, onFrames }: RunOptions,
  ): Promise<Outcome> => {
    const endSpan = beginSpan('ffmpeg', { attributes: { 'framewright.inputs': files.length } });
    const wait = idleTimeout(STALL_TIMEOUT_MS);
    const stop = AbortSignal.any([signal, wait.signal]);
    if (stop.aborted) kill();
    else stop.addEventListener('abort', kill, { once: true });
    try {
      for (const [index, file] of files.entries()) await folder.giveAs(file, String(index));
      followProgress(stdout, wait.renew, onFrames);
      stdin?.end(filterGraph);
      const end = await ended;
      const outcome = outcomeOf(end, wait);
      if (isStrict && end.stderr !== '') return E.left(FAILED);
      if (E.isLeft(outcome) || takeOver(join(folder.written, WRITTEN), output)) return outcome;
      return E.left(FAILED);
    } finally {
      wait.pause();
      stop.removeEventListener('abort', kill);
      endSpan();
      kill();
    }
  };

  return {
    isRunning: () => isRunning,
    run: async (command, options) => {
      const running = run(command, options);
      inUse = running;
      try {
        return await running;
      } finally {
        await removed;
      }
    },
    kill,
    ended: removed,
  };
};
