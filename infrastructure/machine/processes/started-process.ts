import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { withTimeout } from '../../platform/with-timeout.js';

/** How a process ended: its exit code, or the signal that ended it. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A child process that can be stopped. */
export interface StartedProcess {
  readonly pid: number;
  readonly child: ChildProcess;
  /** Resolves when the process has ended for any reason. */
  readonly exited: Promise<Exit>;
  /** Asks the process to stop, kills it after the grace period, and resolves when it has ended. */
  readonly stop: () => Promise<void>;
}

export interface ProcessToStart {
  readonly command: string;
  readonly args: ReadonlyArray<string>;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdio: NonNullable<SpawnOptions['stdio']>;
  /** The account to run as, if it is not the current one. */
  readonly account?: { readonly uid: number; readonly gid: number } | undefined;
  /** The signal that asks it to stop, and the one that is sent after the grace period of `graceMs` milliseconds. */
  readonly stopSignal: NodeJS.Signals;
  readonly lastSignal?: NodeJS.Signals;
  readonly graceMs: number;
}

/** Passes on the lines of a stream. Resolves at its end. */
export const forwardLines = async (stream: Readable | null, to: (line: string) => void): Promise<void> => {
  if (stream === null) return;
  const lines = createInterface({ input: stream, crlfDelay: Infinity }).on('line', to);
  await once(lines, 'close');
};

/** How long a process may take to end after its last signal, in milliseconds. */
const LAST_GRACE_MS = 10_000;

/**
 * Starts a process in its own session. Ctrl-C in the terminal then reaches only the program that started it, which
 * stops its processes in the right order.
 */
export const startProcess = async (toStart: ProcessToStart): Promise<StartedProcess> => {
  const child = spawn(toStart.command, [...toStart.args], {
    cwd: toStart.cwd,
    env: toStart.env,
    stdio: toStart.stdio,
    detached: true,
    ...toStart.account,
  });
  await once(child, 'spawn');
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  return { pid: child.pid ?? 0, child, exited, stop: () => stopChild(child, exited, toStart) };
};

const stopChild = async (
  child: ChildProcess,
  exited: Promise<Exit>,
  { stopSignal, lastSignal = 'SIGKILL', graceMs }: ProcessToStart,
): Promise<void> => {
  child.kill(stopSignal);
  if (await withTimeout(graceMs, exited, undefined)) return;
  child.kill(lastSignal);
  if (!(await withTimeout(LAST_GRACE_MS, exited, undefined))) child.kill('SIGKILL');
  await exited;
};

/** "exit code 1" or "signal SIGKILL". */
export const describeExit = ({ code, signal }: Exit): string =>
  signal === null ? `exit code ${code}` : `signal ${signal}`;
