import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findExecutable } from '../../platform/executables.js';
import { installedCode, packageRoot } from '../../platform/package-root.js';
import { runSandboxed } from '../../machine/sandbox/run-sandboxed.js';
import { PICTURE_LIMITS } from '../ffmpeg/process-limits.js';
import { makePictureFolder, type PictureFolder } from './picture-folder.js';
import type { PictureOrder } from './picture-task.js';

/** A picture process, as its parent sees it. It takes one task at a time. */
export interface PictureWorker {
  /**
   * Returns the reply of the process, which must not be trusted; undefined when the process ended without one, because
   * it exceeded its limits or the signal aborted.
   */
  readonly perform: (order: PictureOrder, signal: AbortSignal) => Promise<unknown>;
  /** The folder it reads from and writes to. */
  readonly folder: PictureFolder;
  readonly isRunning: () => boolean;
  /** Resolves when the process has ended and its folder is removed. */
  readonly ended: Promise<void>;
  /** Ends the process immediately. */
  readonly kill: () => void;
}

/** Maximum length of a reply, in bytes: far more than any valid one has. */
const LONGEST_ANSWER = 16 * 1024 * 1024;

/**
 * The time limit of a task, in multiples of its processor time: the machine may be busy, and the process is not
 * trusted.
 */
const MAX_SLOWDOWN = 5;

/** The program next to this file, in the sources and in the build. */
const program = fileURLToPath(
  new URL(`./picture-process${extname(fileURLToPath(import.meta.url))}`, import.meta.url),
);

/** The installed files it needs: this service's code, and ffmpeg for images that sharp can't read. */
const installed = (): ReadonlyArray<string> => [...installedCode(program), findExecutable('ffmpeg') ?? ''];

/**
 * Starts a picture process.
 * @param root where it gets its folder
 */
export const startPictureWorker = (root: string): PictureWorker => {
  const folder = makePictureFolder(root);
  const ending = new AbortController();
  const kill = () => ending.abort();
  const { stdin, stdout, ended } = runSandboxed({
    program: process.execPath,
    args: [...process.execArgv, program],
    files: { reads: [folder.given], installed: installed(), writes: folder.written, startsIn: packageRoot },
    signal: ending.signal,
    limits: PICTURE_LIMITS,
    feeds: true,
  });
  let running = true;
  const gone = ended.then(() => {
    running = false;
    // What can't be removed now is removed with the worker's folder.
    return rm(folder.path, { recursive: true, force: true }).catch(() => undefined);
  });
  let said = 0;
  stdout.on('data', (bytes: Buffer) => {
    said += bytes.length;
    if (said > LONGEST_ANSWER) kill();
  });
  const answers = createInterface({ input: stdout })[Symbol.asyncIterator]();

  return {
    perform: async (order, signal) => {
      const timer = setTimeout(kill, order.cpuMs * MAX_SLOWDOWN);
      signal.addEventListener('abort', kill, { once: true });
      said = 0;
      try {
        stdin?.write(`${JSON.stringify(order)}\n`);
        const { value, done } = await answers.next();
        return done === true ? undefined : (JSON.parse(value) as unknown);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', kill);
      }
    },
    folder,
    isRunning: () => running,
    ended: gone,
    kill,
  };
};
