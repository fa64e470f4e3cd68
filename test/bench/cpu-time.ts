import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The CPU time of this process and everything it starts from now on. */
export interface CpuClock {
  /** s */
  readonly seconds: () => number;
  /** Memory that each of these processes has for itself, bytes. */
  readonly memory: () => ReadonlyArray<ProcessMemory>;
  readonly close: () => void;
}

export interface ProcessMemory {
  readonly name: string;
  readonly bytes: number;
}

/** Anonymous memory of a process; nothing if it has ended. */
const ownMemory = (pid: string): ReadonlyArray<ProcessMemory> => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    return [{ name: /^Name:\s+(.*)/m.exec(status)?.[1] ?? '', bytes: kilobytes * 1024 }];
  } catch {
    return [];
  }
};

const pidsIn = (group: string): ReadonlyArray<string> =>
  readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean);

/** Moves a process to a group; does nothing if it has ended. */
const move = (pid: string, group: string): void => {
  try {
    writeFileSync(join(group, 'cgroup.procs'), pid);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
};

/** Removes a group. One with processes cannot be removed, and some may still be ending, so they are moved out first. */
const removeGroup = (group: string, root: string): void => {
  while (pidsIn(group).length > 0) for (const pid of pidsIn(group)) move(pid, root);
  rmdirSync(group);
};

/**
 * Measures with a control group (cgroup v2): this process does not wait for sandboxed programs, so their time is not
 * included in its own. Undefined if this account cannot create a group.
 */
export const cpuClock = (): CpuClock | undefined => {
  const root = ['/sys/fs/cgroup/unified', '/sys/fs/cgroup'].find((path) =>
    existsSync(join(path, 'cgroup.procs')),
  );
  if (root === undefined) return undefined;
  const group = join(root, `bench-${process.pid}`);
  try {
    mkdirSync(group);
    writeFileSync(join(group, 'cgroup.procs'), String(process.pid));
  } catch {
    return undefined;
  }
  return {
    seconds: () =>
      Number(/usage_usec (\d+)/.exec(readFileSync(join(group, 'cpu.stat'), 'utf8'))?.[1] ?? 0) / 1e6,
    memory: () => pidsIn(group).flatMap((pid) => ownMemory(pid)),
    close: () => removeGroup(group, root),
  };
};
