import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { takeOver } from '../../machine/sandbox/file-exchange.js';
import { type RunningProcess, runSandboxed } from '../../machine/sandbox/run-sandboxed.js';
import { type IdleTimeout, idleTimeout } from '../../platform/idle-timeout.js';
import { beginSpan } from '../../platform/tracing/spans.js';
import { makeExchangeFolder } from '../tasks/exchange-folder.js';
import { FAILED, type Outcome } from './outcome.js';
import { ENCODE_LIMITS, STALL_TIMEOUT_MS } from './process-limits.js';

/** What a process that waits is used for. */
export interface LateUse<A> {
  /** The process finds the first at `../given/0`, the second at `../given/1`, and so on. */
  readonly files: ReadonlyArray<string>;
  /** Where the file that it writes as {@link WRITTEN} is put. */
  readonly output: string;
  /** The name of a further file that it writes, and the name that this gets next to the output. */
  readonly besides?: { readonly name: string; readonly as: string };
  readonly signal: AbortSignal;
  /**
   * Gives the process what it waits for, and reads what it says until it ends.
   * @param wait ends the process unless it is renewed
   * @param kill ends the process immediately
   */
  readonly drive: (process: RunningProcess, wait: IdleTimeout, kill: () => void) => Promise<Outcome<A>>;
}

/** A sandboxed process of ffmpeg that has been linked, and waits for its standard input. */
export interface LateProcess {
  readonly isRunning: () => boolean;
  /** Uses the process, which ends with that. Its folder is removed afterwards. */
  readonly use: <A>(use: LateUse<A>) => Promise<Outcome<A>>;
  /** Ends the process immediately. */
  readonly kill: () => void;
  /** Resolves when the process has ended and its folder is removed. */
  readonly ended: Promise<void>;
}

/** The name of its output while it writes. */
export const WRITTEN = 'written';

/** Where it finds a file that it is given. @param number counted from 0 */
export const givenFile = (number: number): string => `../given/${number}`;

/** Takes what a process wrote. @returns whether all is there */
const take = (written: string, output: string, besides: LateUse<unknown>['besides']): boolean =>
  takeOver(join(written, WRITTEN), output) &&
  (!besides || takeOver(join(written, besides.name), join(dirname(output), besides.as)));

/** What failed stays with the files of its render, so that a disk that it filled is seen to be full. */
const leaveWith = async (output: string, folder: string): Promise<void> => {
  const place = join(dirname(output), basename(folder));
  if (place !== folder) await rename(folder, place);
};

/**
 * Starts a process that waits for its standard input, and opens other files only after that.
 * @param root where it gets its folder
 */
export const startLateProcess = (program: string, root: string, args: ReadonlyArray<string>): LateProcess => {
  const folder = makeExchangeFolder(root);
  const ending = new AbortController();
  const kill = (): void => ending.abort();
  const process = runSandboxed({
    program,
    args,
    files: { reads: [folder.given], writes: folder.written },
    signal: ending.signal,
    limits: ENCODE_LIMITS,
    feeds: true,
  });
  const { ended } = process;
  let isRunning = true;
  /** Its use, which needs the folder. */
  let inUse: Promise<Outcome<unknown>> | undefined;
  const finish = async (): Promise<void> => {
    isRunning = false;
    const outcome = await inUse?.catch(() => undefined);
    if (outcome && E.isLeft(outcome) && outcome.left._tag !== 'Stopped') return;
    await rm(folder.path, { recursive: true, force: true });
  };
  // What can't be removed now is removed with the worker's folder.
  const removed = ended.then(() => finish().catch(() => undefined));

  const use = async <A>({ files, output, besides, signal, drive }: LateUse<A>): Promise<Outcome<A>> => {
    const endSpan = beginSpan('ffmpeg', { attributes: { 'framewright.inputs': files.length } });
    const wait = idleTimeout(STALL_TIMEOUT_MS);
    const stop = AbortSignal.any([signal, wait.signal]);
    if (stop.aborted) kill();
    else stop.addEventListener('abort', kill, { once: true });
    try {
      for (const [index, file] of files.entries()) await folder.giveAs(file, String(index));
      const outcome = await drive(process, wait, kill);
      if (E.isRight(outcome) && take(folder.written, output, besides)) return outcome;
      const failure = E.isLeft(outcome) ? outcome.left : FAILED;
      if (failure._tag !== 'Stopped') await leaveWith(output, folder.path);
      return E.left(failure);
    } finally {
      wait.pause();
      stop.removeEventListener('abort', kill);
      endSpan();
      kill();
    }
  };

  return {
    isRunning: () => isRunning,
    use: (wanted) => {
      const using = use(wanted);
      inUse = using;
      return using;
    },
    kill,
    ended: removed,
  };
};
