import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as t from 'io-ts';
import { errorCode } from '../../platform/error-code.js';

/**
 * Identifies a process, even if its pid is reused later: its pid, its start time, and a text in its command line (a
 * file or folder that only this process was given).
 */
export const ProcessIdentity = t.strict({ pid: t.number, startedAt: t.string, marker: t.string });
export type ProcessIdentity = t.TypeOf<typeof ProcessIdentity>;

interface ProcessInfo {
  readonly startedAt: string;
  readonly commandLine: string;
}

/**
 * The identity of a running process.
 * @param marker text that its command line must contain
 * @returns undefined if there is no such process, if it is a zombie, or if it is another program
 */
export const identify = (pid: number, marker: string): ProcessIdentity | undefined => {
  const seen = infoOf(pid);
  return seen?.commandLine.includes(marker) === true ? { pid, startedAt: seen.startedAt, marker } : undefined;
};

/** Whether this process is still running. */
export const isRunning = ({ pid, startedAt, marker }: ProcessIdentity): boolean =>
  identify(pid, marker)?.startedAt === startedAt;

/** Sends a signal to this process. Does nothing if it has ended. */
export const signal = (identity: ProcessIdentity, name: NodeJS.Signals): void => {
  if (!isRunning(identity)) return;
  try {
    process.kill(identity.pid, name);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
};

const infoOf = (pid: number): ProcessInfo | undefined => {
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  return process.platform === 'linux' ? infoFromProc(pid) : infoFromPs(pid);
};

const infoFromProc = (pid: number): ProcessInfo | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the program's name, may contain spaces and parentheses: count from the last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, ticksSinceBoot] = [fields[0], fields[19]];
    if (ticksSinceBoot === undefined || state === 'Z' || state === 'X') return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { startedAt: `${boot} ${ticksSinceBoot}`, commandLine };
  } catch {
    return undefined;
  }
};

const infoFromPs = (pid: number): ProcessInfo | undefined => {
  const ps = spawnSync('ps', ['-ww', '-o', 'state=,lstart=,command=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  // lstart consists of five words: "Thu Nov 20 14:03:07 2025".
  const found = /^\s*(\S+)\s+((?:\S+\s+){4}\S+)\s+(.*)$/s.exec(ps.stdout);
  const [, state, startedAt, commandLine] = found ?? [];
  if (state === undefined || startedAt === undefined || commandLine === undefined) return undefined;
  return state.startsWith('Z') ? undefined : { startedAt, commandLine };
};
