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

/** A process that was started here and can be ended here. */
export interface StartedProcess {
  readonly pid: number;
  readonly child: ChildProcess;
  /** Resolves once, when the process has ended for whatever reason. */
  readonly exited: Promise<Exit>;
  /** Asks the process to end, kills it when it does not in time; resolves when it has ended. */
  readonly stop: () => Promise<void>;
}

export interface ProcessToStart {
  readonly name: string;
  readonly command: string;
  readonly args: ReadonlyArray<string>;
  /** A text of the command line that no other program's has: a file or folder of this process. */
  readonly marker: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdio: NonNullable<SpawnOptions['stdio']>;
  /** The account to run as, when it is not ours. */
  readonly account?: { readonly uid: number; readonly gid: number } | undefined;
  /** The signal that asks it to end, and the one that is sent when `graceMs` milliseconds were not enough. */
  readonly stopSignal: NodeJS.Signals;
  readonly lastSignal?: NodeJS.Signals;
  readonly graceMs: number;
  /** Folder of the notes by which a later run finds what this one could not end. */
  readonly recordsFolder: string;
}

/** How long a process may take to end after its last signal, in milliseconds. */
const LAST_GRACE_MS = 10_000;

/**
 * Starts a process in a session of its own: Ctrl-C in the terminal reaches only the program that started it, which
 * then ends its processes in the right order.
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
    // A record that stays names a process that has ended: the next run sees that.
    await forgetProcess(toStart.recordsFolder, toStart.name).catch(() => undefined);
    return exit;
  });
  return { pid, child, exited: gone, stop: () => stopChild(child, gone, toStart) };
};

/**
 * Without a record, on a full disk say, the process is run all the same: should we be killed, the servers are found by
 * their own pid files, and our own processes end by themselves.
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
  const patience = new AbortController();
  const late = sleep(milliseconds, 'late' as const, { signal: patience.signal }).catch(() => 'over' as const);
  const outcome = await Promise.race([exited, late]);
  patience.abort();
  return outcome !== 'late';
};

/** "exit code 1" or "signal SIGKILL". */
export const describeExit = ({ code, signal }: Exit): string =>
  signal === null ? `exit code ${code}` : `signal ${signal}`;
