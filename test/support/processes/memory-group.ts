/**
 * A control group whose processes together get a limited amount of memory. Requires Linux and the right to create a group,
 * as root mostly has.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.js';

export interface MemoryGroup {
  /** The command line that runs a command in the group. */
  readonly command: (command: ReadonlyArray<string>) => ReadonlyArray<string>;
  /** How many processes were killed because the group had no memory left. */
  readonly killed: () => number;
  readonly remove: () => Promise<void>;
}

/** The files of a control group, of the first version or the second. */
const VERSIONS = [
  {
    root: '/sys/fs/cgroup/memory',
    limits: ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes'],
    swap: undefined,
    events: 'memory.oom_control',
  },
  { root: '/sys/fs/cgroup', limits: ['memory.max'], swap: 'memory.swap.max', events: 'memory.events' },
] as const;

/**
 * Creates a control group. What the kernel can drop, as the cached content of files, does not count: only what the
 * processes hold for themselves can exceed the limit.
 * @param bytes the limit, as if a machine had no more
 * @returns undefined if this account cannot create one
 */
export const memoryGroup = (bytes: number): MemoryGroup | undefined => {
  const version = VERSIONS.find(({ root }) => existsSync(join(root, 'cgroup.procs')));
  if (!version) return undefined;
  const group = join(version.root, `framewright-test-${process.pid}`);
  try {
    mkdirSync(group);
    for (const name of version.limits)
      if (name === version.limits[0] || existsSync(join(group, name)))
        writeFileSync(join(group, name), String(bytes));
    if (version.swap && existsSync(join(group, version.swap))) writeFileSync(join(group, version.swap), '0');
  } catch {
    if (existsSync(group)) rmdirSync(group);
    return undefined;
  }
  return {
    // The process joins the group before the program is in memory.
    command: (command) => [
      'sh',
      '-c',
      'echo $$ > "$0" && exec "$@"',
      join(group, 'cgroup.procs'),
      ...command,
    ],
    killed: () =>
      Number(/^oom_kill (\d+)/m.exec(readFileSync(join(group, version.events), 'utf8'))?.[1] ?? 0),
    remove: () => eventually(() => rmdirSync(group)),
  };
};
