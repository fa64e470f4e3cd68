import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The CPU time of this process and all it starts from now on. */
export interface CpuClock {
  /** s */
  readonly seconds: () => number;
  readonly close: () => void;
}

/**
 * Counts with a control group (cgroup v2): sandboxed programs are not waited for by this process, so that their time is
 * not in its own. Undefined where this account may make no group.
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
    close: () => {
      writeFileSync(join(root, 'cgroup.procs'), String(process.pid));
      rmdirSync(group);
    },
  };
};
