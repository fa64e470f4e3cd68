import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of this process and of all its descendants, in bytes; 0 without /proc. */
export const memoryOfAll = (): { readonly own: number; readonly children: number } => {
  const parents = new Map<number, { readonly parent: number; readonly bytes: number }>();
  for (const name of process.platform === 'linux' ? readdirSync('/proc') : []) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const number = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      parents.set(Number(name), { parent: number('PPid'), bytes: number('VmRSS') * 1024 });
    } catch {
      // The process has ended in the meantime.
    }
  }
  const descends = (pid: number): boolean => {
    const parent = parents.get(pid)?.parent;
    return parent !== undefined && (parent === process.pid || descends(parent));
  };
  let children = 0;
  for (const [pid, { bytes }] of parents) if (descends(pid)) children += bytes;
  return { own: parents.get(process.pid)?.bytes ?? 0, children };
};

/** A figure of `/proc/PID/status`, which is in kB there, in bytes; 0 without /proc. */
const figureOf = (pid: number, name: string): number =>
  process.platform === 'linux'
    ? Number(
        new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0,
      ) * 1024
    : 0;

/** Resident memory of a process, in bytes; 0 without /proc. */
export const memoryOf = (pid: number): number => figureOf(pid, 'VmRSS');

/** Peak resident memory of a process, in bytes; 0 without /proc. */
export const peakMemoryOf = (pid: number): number => figureOf(pid, 'VmHWM');
