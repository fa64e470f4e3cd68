/** CPU time by process, which other load on the machine hardly affects (Linux: proc(5)). */
import { readdir, readFile } from 'node:fs/promises';

const MS_PER_TICK = 10;

interface ProcessTimes {
  readonly parent: number;
  readonly ms: number;
}

const timesOf = async (pid: number): Promise<ProcessTimes> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') ');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    parent: Number(fields[1]),
    ms: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * MS_PER_TICK,
  };
};

/** The processes of the PostgreSQL server that a backend belongs to, by the database that they serve. */
const serversOf = async (
  backend: number,
  nameOf: (database: string) => string | undefined,
): Promise<ReadonlyArray<readonly [number, string]>> => {
  const { parent: server } = await timesOf(backend);
  const found: Array<readonly [number, string]> = [];
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || (await timesOf(pid)).parent !== server) continue;
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const database = /^postgres: \S+ (test_\w+) /.exec(title)?.[1];
    found.push([pid, (database === undefined ? undefined : nameOf(database)) ?? 'PostgreSQL: other']);
  }
  return found;
};

export interface MeasuredProcesses {
  /** Process ids by name. */
  readonly pids: Readonly<Record<string, number>>;
  /** A backend of the PostgreSQL server to include. */
  readonly backend: number;
  /** How to name the backends of a database. */
  readonly nameOf: (database: string) => string | undefined;
}

/** The CPU time that each process or group of processes has used so far, in ms. */
export const cpuByProcess = async ({
  pids,
  backend,
  nameOf,
}: MeasuredProcesses): Promise<ReadonlyMap<string, number>> => {
  const named = Object.entries(pids).map(([name, pid]) => [pid, name] as const);
  const times = new Map<string, number>();
  for (const [pid, name] of [...named, ...(await serversOf(backend, nameOf))])
    times.set(name, (times.get(name) ?? 0) + (await timesOf(pid)).ms);
  return times;
};
