/** The processor time of tests, which is what bounds a whole run: most of it is spent by the programs that they start. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux states the times of processes in this fraction of a second, whatever its kernel uses. */
const TICKS_A_SECOND = 100;

/** Where the parent and the times stand in /proc/PID/stat after the name: proc_pid_stat(5), fields 4 and 14 to 17. */
const PARENT = 1;
const TIMES = [11, 12, 13, 14];

const fieldsOf = (pid: string): ReadonlyArray<number> => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    // It has ended meanwhile.
    return [];
  }
};

/** The seconds that this process and those that descend from it have used, with those that have ended. */
export const processorSeconds = (): number => {
  const all = new Map(
    readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .map((pid) => [Number(pid), fieldsOf(pid)]),
  );
  const isOurs = (pid: number): boolean =>
    pid === process.pid || (pid > 1 && isOurs(all.get(pid)?.[PARENT] ?? 0));
  const ticks = [...all]
    .filter(([pid]) => isOurs(pid))
    .flatMap(([, fields]) => TIMES.map((field) => fields[field] ?? 0));
  return ticks.reduce((sum, used) => sum + used, 0) / TICKS_A_SECOND;
};
