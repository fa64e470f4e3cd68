import { readdirSync, readFileSync } from 'node:fs';

/** The name and the parent of each process of this machine that has not ended, by its id. */
const processes = (): ReadonlyMap<number, { readonly name: string; readonly parent: number }> => {
  const found = new Map<number, { name: string; parent: number }>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      const [, name = '', state, rest = ''] = /^\d+ \((.*)\) (\S) (.*)$/s.exec(stat) ?? [];
      if (state !== 'Z') found.set(Number(entry), { name, parent: Number(rest.split(' ')[0]) });
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
};

const descendants = (pid: number) => {
  const all = processes();
  const descends = (id: number): boolean => {
    const parent = all.get(id)?.parent;
    return parent === pid || (parent !== undefined && parent > 1 && descends(parent));
  };
  return [...all].filter(([id]) => descends(id));
};

/** How many processes with this name descend from a process. */
export const countDescendants = (pid: number, name: string): number =>
  descendants(pid).filter(([, one]) => one.name === name).length;

/** The ids of a process and of all that descend from it. */
export const processTree = (pid: number): ReadonlyArray<number> => [
  pid,
  ...descendants(pid).map(([id]) => id),
];

/** Those of the processes that have not ended. */
export const stillRunning = (pids: ReadonlyArray<number>): ReadonlyArray<number> => {
  const all = processes();
  return pids.filter((pid) => all.has(pid));
};
