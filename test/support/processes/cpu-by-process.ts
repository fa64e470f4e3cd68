/** CPU time by process, which other load on the machine hardly affects (Linux: proc(5)). */
import { readdir, readFile } from 'node:fs/promises';

const MS_PER_TICK = 10;

interface ProcessTimes {
  readonly parent: number;
  /** CPU time of the process, in ms. */
  readonly own: number;
  /** CPU time of its children that have ended, in ms. */
  readonly ended: number;
}

const timesOf = async (pid: number): Promise<ProcessTimes> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') ');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = (first: number): number => Number(fields[first] ?? 0) + Number(fields[first + 1] ?? 0);
  return { parent: Number(fields[1]), own: ticks(11) * MS_PER_TICK, ended: ticks(13) * MS_PER_TICK };
};

/** The process that started another one. */
export const parentOf = async (pid: number): Promise<number> => (await timesOf(pid)).parent;

/** The CPU time of a PostgreSQL server and all its processes, also those that have ended, in ms. */
const postgresTime = async (server: number): Promise<number> => {
  const { own, ended } = await timesOf(server);
  let total = own + ended;
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const times = await timesOf(Number(entry));
    if (times.parent === server) total += times.own;
  }
  return total;
};

/**
 * The CPU time that each process has used so far, and as `PostgreSQL` that of a server, in ms.
 * @param pids process ids by name
 * @param server the first process of the PostgreSQL server
 */
export const cpuByProcess = async (
  pids: Readonly<Record<string, number>>,
  server: number,
): Promise<ReadonlyMap<string, number>> => {
  const times = new Map<string, number>();
  for (const [name, pid] of Object.entries(pids)) times.set(name, (await timesOf(pid)).own);
  return times.set('PostgreSQL', await postgresTime(server));
};
