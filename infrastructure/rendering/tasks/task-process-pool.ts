import { type TaskProcess, type TaskProgram, startTaskProcess } from './task-process.js';

/** How long a process waits for the next task of its render, in ms: longer than other sources take to be probed. */
const IDLE_MS = 2000;

/** How long a process waits for the next preview of its series, in ms: longer than people mostly take between changes. */
const SERIES_IDLE_MS = 20_000;

/** How old a process may be when it takes a task, in ms: its time limit counts from its start, and a task needs most of it. */
const MAX_AGE_MS = 30 * 60_000;

/** How many processes may wait for a next task: many previews a second end one render after the other. */
const MOST_IDLE = 6;

/** A render, identified by its folder, or a series of previews that follow one another. */
export interface ProcessUser {
  readonly folder: string;
  readonly series?: string | undefined;
}

export const nameOf = ({ folder, series }: ProcessUser): string => series ?? folder;

/** Task processes: each belongs to the render or the series that took it until it ends. */
export interface TaskProcessPool {
  readonly take: (user: ProcessUser) => TaskProcess;
  /** Keeps the process for the next task of the same render or series, if one follows soon. */
  readonly giveBack: (user: ProcessUser, worker: TaskProcess) => void;
  /**
   * Ends the processes that wait for the next task of this render or series: none follows soon. Resolves when they have
   * ended.
   */
  readonly release: (user: ProcessUser) => Promise<void>;
  /** Ends all processes and starts no more; resolves when they have ended. */
  readonly close: () => Promise<void>;
}

/** How processes wait for the next task of their renders. */
export interface Waiting {
  /** How many may wait; the one that has waited longest is ended first. */
  readonly mostIdle?: number;
  /** How long each waits for a task of its render, in ms. */
  readonly idleMs?: number;
  /** How long each waits for a task of its series, in ms. */
  readonly seriesIdleMs?: number;
}

/** A process that waits for the next task of its render or series, and the timers that end or replace it if none follows. */
interface Idle {
  readonly name: string;
  readonly worker: TaskProcess;
  readonly timers: ReadonlyArray<NodeJS.Timeout>;
}

interface Pool extends Required<Waiting> {
  readonly program: TaskProgram;
  readonly root: string;
  readonly size: number;
  /** In the order in which they began to wait. */
  readonly idle: Set<Idle>;
  readonly spares: TaskProcess[];
  /** When each running process was started, ms. */
  readonly alive: Map<TaskProcess, number>;
  isClosed: boolean;
}

const start = ({ program, root, alive }: Pool): TaskProcess => {
  const worker = startTaskProcess(program, root);
  alive.set(worker, Date.now());
  void worker.ended.then(() => alive.delete(worker));
  return worker;
};

/** Whether a process can take a task. One that is too old is ended. */
const isFit = ({ alive }: Pool, worker: TaskProcess): boolean => {
  const since = alive.get(worker);
  if (worker.isRunning() && since !== undefined && Date.now() - since < MAX_AGE_MS) return true;
  worker.kill();
  return false;
};

const refill = (pool: Pool): void => {
  if (pool.isClosed) return;
  try {
    while (pool.spares.length < pool.size) {
      const spare = start(pool);
      spare.warmUp();
      pool.spares.push(spare);
    }
  } catch {
    // No folder can be created, for example on a full disk: the next render tries again.
  }
};

/** Removes an idle process from the pool, for a task or to be ended. */
const wake = ({ idle }: Pool, waiting: Idle): TaskProcess => {
  idle.delete(waiting);
  for (const timer of waiting.timers) clearTimeout(timer);
  return waiting.worker;
};

const end = (pool: Pool, waiting: Idle): void => {
  wake(pool, waiting).kill();
  refill(pool);
};

const take = (pool: Pool, user: ProcessUser): TaskProcess => {
  // The latest first: its decoders are where the next piece begins.
  for (const waiting of [...pool.idle].reverse()) {
    if (waiting.name !== nameOf(user)) continue;
    const worker = wake(pool, waiting);
    if (isFit(pool, worker)) return worker;
  }
  for (let spare = pool.spares.shift(); spare; spare = pool.spares.shift())
    if (isFit(pool, spare)) return spare;
  return start(pool);
};

const giveBack = (pool: Pool, user: ProcessUser, worker: TaskProcess): void => {
  const { idle, idleMs, seriesIdleMs, mostIdle } = pool;
  const timers =
    user.series === undefined
      ? [setTimeout(() => end(pool, waiting), idleMs)]
      : [setTimeout(() => refill(pool), idleMs), setTimeout(() => end(pool, waiting), seriesIdleMs)];
  const waiting: Idle = { name: nameOf(user), worker, timers };
  idle.add(waiting);
  const [oldest] = idle;
  if (oldest && idle.size > mostIdle) end(pool, oldest);
};

const endAll = async (workers: ReadonlyArray<TaskProcess>): Promise<void> => {
  for (const worker of workers) worker.kill();
  await Promise.all(workers.map(({ ended }) => ended));
};

/**
 * A pool in which `size` fresh processes wait for the next render, so that it does not wait for them to start. New ones
 * are started when a render has released its own, or a series pauses, not while they work.
 * @param root where the processes get their folders
 */
export const taskProcessPool = (
  program: TaskProgram,
  root: string,
  size: number,
  { mostIdle = MOST_IDLE, idleMs = IDLE_MS, seriesIdleMs = SERIES_IDLE_MS }: Waiting = {},
): TaskProcessPool => {
  const limits = { mostIdle, idleMs, seriesIdleMs };
  const state = { idle: new Set<Idle>(), spares: [], alive: new Map(), isClosed: false };
  const pool: Pool = { program, root, size, ...limits, ...state };
  refill(pool);
  return {
    take: (user) => take(pool, user),
    giveBack: (user, worker) => giveBack(pool, user, worker),
    release: (user) => {
      const waiting = [...pool.idle].filter(({ name }) => name === nameOf(user));
      if (size > 0) setTimeout(() => refill(pool), idleMs).unref();
      return endAll(waiting.map((one) => wake(pool, one)));
    },
    close: () => {
      pool.isClosed = true;
      pool.spares.splice(0);
      for (const waiting of pool.idle) wake(pool, waiting);
      return endAll([...pool.alive.keys()]);
    },
  };
};
