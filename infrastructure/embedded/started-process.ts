import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify } from '../process-identity.js';
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
  const identity = identify(pid, toStart.marker);
  if (identity !== undefined) await recordProcess(toStart.recordsFolder, toStart.name, identity);
  const gone = exited.then(async (exit) => {
    await forgetProcess(toStart.recordsFolder, toStart.name);
    return exit;
  });
  return { pid, child, exited: gone, stop: () => stopChild(child, gone, toStart) };
};

const stopChild = async (
  child: ChildProcess,
  exited: Promise<Exit>,
  { stopSignal, lastSignal = 'SIGKILL', graceMs }: ProcessToStart,
): Promise<void> => {
  child.kill(stopSignal);
  const patience = new AbortController();
  const outOfPatience = sleep(graceMs, 'late' as const, { signal: patience.signal }).catch(
    () => 'over' as const,
  );
  if ((await Promise.race([exited, outOfPatience])) === 'late') child.kill(lastSignal);
  patience.abort();
  await exited;
};

/** "exit code 1" or "signal SIGKILL". */
export const describeExit = ({ code, signal }: Exit): string =>
  signal === null ? `exit code ${code}` : `signal ${signal}`;
