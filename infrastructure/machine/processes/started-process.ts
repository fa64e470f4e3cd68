import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify } from './process-identity.js';
import { forgetProcess, recordProcess } from './process-records.js';

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
  readonly name: string;
  readonly command: string;
  readonly args: ReadonlyArray<string>;
  /** Text that is unique to its command line: a file or folder of this process. */
  readonly marker: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdio: NonNullable<SpawnOptions['stdio']>;
  /** The account to run as, if it is not the current one. */
  readonly account?: { readonly uid: number; readonly gid: number } | undefined;
  /** The signal that asks it to stop, and the one that is sent after the grace period of `graceMs` milliseconds. */
  readonly stopSignal: NodeJS.Signals;
  readonly lastSignal?: NodeJS.Signals;
  readonly graceMs: number;
  /** Folder of the records that let a later run end what this one could not. */
  readonly recordsFolder: string;
}

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
  const pid = child.pid ?? 0;
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  await record(pid, toStart);
  const gone = exited.then(async (exit) => {
    // A record that cannot be removed does no harm: the next run sees that the process has ended.
    await forgetProcess(toStart.recordsFolder, toStart.name).catch(() => undefined);
    return exit;
  });
  return { pid, child, exited: gone, stop: () => stopChild(child, gone, toStart) };
};

/**
 * Runs the process even if it cannot be recorded, for example on a full disk. If this process is killed then, the
 * servers are found by their own pid files, and our own processes end by themselves.
 */
const record = async (pid: number, { marker, recordsFolder, name }: ProcessToStart): Promise<void> => {
  const identity = identify(pid, marker);
  if (identity !== undefined) await recordProcess(recordsFolder, name, identity).catch(() => undefined);
};

const stopChild = async (
  child: ChildProcess,
  exited: Promise<Exit>,
  { stopSignal, lastSignal = 'SIGKILL', graceMs }: ProcessToStart,
): Promise<void> => {
  child.kill(stopSignal);
  if (await endsWithin(graceMs, exited)) return;
  child.kill(lastSignal);
  if (!(await endsWithin(LAST_GRACE_MS, exited))) child.kill('SIGKILL');
  await exited;
};

const endsWithin = async (milliseconds: number, exited: Promise<Exit>): Promise<boolean> => {
  const timer = new AbortController();
  const late = sleep(milliseconds, 'late' as const, { signal: timer.signal }).catch(() => 'over' as const);
  const outcome = await Promise.race([exited, late]);
  timer.abort();
  return outcome !== 'late';
};

/** "exit code 1" or "signal SIGKILL". */
export const describeExit = ({ code, signal }: Exit): string =>
  signal === null ? `exit code ${code}` : `signal ${signal}`;
