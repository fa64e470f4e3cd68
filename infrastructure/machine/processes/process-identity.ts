import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as t from 'io-ts';

/**
 * What tells one process from all others, a later one of the same number included: its number, the moment it
 * started, and a text its command line holds (a file or folder only this process was given).
 */
export const ProcessIdentity = t.strict({ pid: t.number, startedAt: t.string, marker: t.string });
export type ProcessIdentity = t.TypeOf<typeof ProcessIdentity>;

interface Sighting {
  readonly startedAt: string;
  readonly commandLine: string;
}

/**
 * The identity of a running process.
 * @param marker what its command line must hold
 * @returns undefined when there is no such process, it has ended and waits to be collected, or it is another program
 */
export const identify = (pid: number, marker: string): ProcessIdentity | undefined => {
  const seen = sight(pid);
  return seen?.commandLine.includes(marker) === true ? { pid, startedAt: seen.startedAt, marker } : undefined;
};

/** Whether exactly this process is still running. */
export const isRunning = ({ pid, startedAt, marker }: ProcessIdentity): boolean =>
  identify(pid, marker)?.startedAt === startedAt;

/** Sends a signal to exactly this process; does nothing when it has ended meanwhile. */
export const signal = (identity: ProcessIdentity, name: NodeJS.Signals): void => {
  if (!isRunning(identity)) return;
  try {
    process.kill(identity.pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

const sight = (pid: number): Sighting | undefined => {
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  return process.platform === 'linux' ? sightInProc(pid) : sightWithPs(pid);
};

const sightInProc = (pid: number): Sighting | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the program's name, may hold spaces and parentheses: count from the last parenthesis.
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

const sightWithPs = (pid: number): Sighting | undefined => {
  const ps = spawnSync('ps', ['-ww', '-o', 'state=,lstart=,command=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  // lstart is five words long: "Thu Nov 20 14:03:07 2025".
  const found = /^\s*(\S+)\s+((?:\S+\s+){4}\S+)\s+(.*)$/s.exec(ps.stdout);
  const [, state, startedAt, commandLine] = found ?? [];
  if (state === undefined || startedAt === undefined || commandLine === undefined) return undefined;
  return state.startsWith('Z') ? undefined : { startedAt, commandLine };
};
