import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { NEWS } from './orders.js';
import { SHORT_RUN_OPTIONS } from '../../platform/short-run-options.js';
import { unpackedFonts } from '../../platform/executables.js';
import { installedCode, packageRoot } from '../../platform/package-root.js';
import { type ProcessEnd, type ProcessLimits, runSandboxed } from '../../machine/sandbox/run-sandboxed.js';
import type { ScenePart } from '../../../workers/render/ports/media-engine.js';
import { type ExchangeFolder, makeExchangeFolder } from './exchange-folder.js';

/** A sandboxed process that performs tasks, as its parent sees it. It takes one task at a time. */
export interface TaskProcess {
  /**
   * Sends an order, a JSON value. Returns the reply of the process, which must not be trusted; undefined when the
   * process ended without one, because it failed, exceeded its limits or the signal aborted.
   */
  readonly perform: (order: unknown, options: TaskOptions) => Promise<unknown>;
  /** Starts the first order of its program, if there is one, so that its code and libraries are loaded. */
  readonly warmUp: () => void;
  readonly folder: ExchangeFolder;
  readonly isRunning: () => boolean;
  /** Resolves when the process has ended and its folder is removed; `at` is what it was working on. */
  readonly ended: Promise<ProcessEnd & { readonly at: ScenePart | undefined }>;
  readonly kill: () => void;
}

export interface TaskOptions {
  readonly signal: AbortSignal;
  /** Called with the news that the process sends while it carries out the order; they must not be trusted. */
  readonly onNews?: (news: unknown) => void;
}

export interface TaskProgram {
  /**
   * A script of this package. Its argument is the path of its mark. It reads orders from standard input, a line each, and
   * writes a line in reply.
   */
  readonly script: string;
  readonly limits: ProcessLimits;
  /** Files that it may read besides those that it is given. */
  readonly reads?: ReadonlyArray<string>;
  readonly environment?: Readonly<Record<string, string>>;
  /** An order that a process can perform while it waits for a render. */
  readonly firstOrder?: (folder: ExchangeFolder) => unknown;
}

/** Task processes request garbage collection themselves. */
const PROGRAM_OPTIONS: ReadonlyArray<string> = [...SHORT_RUN_OPTIONS, '--expose-gc'];

/** Node's options of this process. No stack of a task process is shown, so it need not read source maps. */
const inheritedOptions = (): ReadonlyArray<string> =>
  process.execArgv.filter((option) => option !== '--enable-source-maps');

/** Maximum length of a reply, in bytes: far more than any valid one has. */
const MAX_REPLY_BYTES = 16 * 1024 * 1024;

/** How long a process may take to end after its output has, in ms. */
const ENDING_MS = 1000;

const runProgram = (
  { script, limits, reads = [], environment = {} }: TaskProgram,
  folder: ExchangeFolder,
  signal: AbortSignal,
) =>
  runSandboxed({
    program: process.execPath,
    args: [...inheritedOptions(), ...PROGRAM_OPTIONS, script, folder.mark],
    environment,
    files: {
      reads: [folder.given, ...reads],
      installed: existsSync(unpackedFonts) ? [...installedCode, unpackedFonts] : installedCode,
      writes: folder.written,
      startsIn: packageRoot,
    },
    signal,
    limits,
    feeds: true,
  });

/** Starts a task process. @param root where it gets its folder */
export const startTaskProcess = (program: TaskProgram, root: string): TaskProcess => {
  const folder = makeExchangeFolder(root);
  const ending = new AbortController();
  const kill = () => ending.abort();
  const { stdin, stdout, ended } = runProgram(program, folder, ending.signal);
  let running = true;
  const cleanedUp = ended.then(async (end) => {
    running = false;
    const at = folder.readMark();
    // What can't be removed now is removed with the worker's folder.
    await rm(folder.path, { recursive: true, force: true }).catch(() => undefined);
    return { ...end, at };
  });
  let replyBytes = 0;
  stdout.on('data', (bytes: Buffer) => {
    replyBytes += bytes.length;
    if (replyBytes > MAX_REPLY_BYTES) kill();
  });
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();

  const replyTo = async (order: unknown, onNews?: (news: unknown) => void): Promise<unknown> => {
    stdin?.write(`${JSON.stringify(order)}\n`);
    for (;;) {
      const { value, done } = await lines.next();
      // How it ended is known a moment after its output has.
      if (done === true)
        return Promise.race([cleanedUp, setTimeout(ENDING_MS, undefined, { ref: false })]).then(
          () => undefined,
        );
      if (!value.startsWith(NEWS)) return JSON.parse(value) as unknown;
      onNews?.(JSON.parse(value.slice(NEWS.length)));
    }
  };
  let warming: Promise<unknown> = Promise.resolve();

  return {
    warmUp: () => {
      const order = program.firstOrder?.(folder);
      if (order !== undefined) warming = replyTo(order).catch(kill);
    },
    perform: async (order, { signal, onNews }) => {
      if (signal.aborted) kill();
      else signal.addEventListener('abort', kill, { once: true });
      replyBytes = 0;
      try {
        await warming;
        return await replyTo(order, onNews);
      } finally {
        signal.removeEventListener('abort', kill);
      }
    },
    folder,
    isRunning: () => running,
    ended: cleanedUp,
    kill,
  };
};
