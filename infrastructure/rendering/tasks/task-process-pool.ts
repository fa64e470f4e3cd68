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

const nameOf = ({ folder, series }: ProcessUser): string => series ?? folder;

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
  const idle = new Set<Idle>();
  const spares: TaskProcess[] = [];
  const alive = new Map<TaskProcess, number>();
  let closed = false;

  const start = (): TaskProcess => {
    const worker = startTaskProcess(program, root);
    alive.set(worker, Date.now());
    void worker.ended.then(() => alive.delete(worker));
    return worker;
  };
  /** Whether a process can take a task. One that is too old is ended. */
  const isFit = (worker: TaskProcess): boolean => {
    const since = alive.get(worker);
    if (worker.isRunning() && since !== undefined && Date.now() - since < MAX_AGE_MS) return true;
    worker.kill();
    return false;
  };
  const refill = (): void => {
    if (closed) return;
    try {
      while (spares.length < size) {
        const spare = start();
        spare.warmUp();
        spares.push(spare);
      }
    } catch {
      // No folder can be created, for example on a full disk: the next render tries again.
    }
  };

  /** Removes an idle process from the pool, for a task or to be ended. */
  const wake = (waiting: Idle): TaskProcess => {
    idle.delete(waiting);
    for (const timer of waiting.timers) clearTimeout(timer);
    return waiting.worker;
  };

  const end = (waiting: Idle): void => {
    wake(waiting).kill();
    refill();
  };

  refill();
  return {
    take: (user) => {
      // The latest first: its decoders are where the next piece begins.
      for (const waiting of [...idle].reverse()) {
        if (waiting.name !== nameOf(user)) continue;
        const worker = wake(waiting);
        if (isFit(worker)) return worker;
      }
      for (let spare = spares.shift(); spare; spare = spares.shift()) if (isFit(spare)) return spare;
      return start();
    },
    giveBack: (user, worker) => {
      const timers =
        user.series === undefined
          ? [setTimeout(() => end(waiting), idleMs)]
          : [setTimeout(refill, idleMs), setTimeout(() => end(waiting), seriesIdleMs)];
      const waiting: Idle = { name: nameOf(user), worker, timers };
      idle.add(waiting);
      const [oldest] = idle;
      if (oldest && idle.size > mostIdle) end(oldest);
    },
    release: async (user) => {
      const waiting = [...idle].filter(({ name }) => name === nameOf(user)).map(wake);
      for (const worker of waiting) worker.kill();
      if (size > 0) setTimeout(refill, idleMs).unref();
      await Promise.all(waiting.map(({ ended }) => ended));
    },
    close: async () => {
      closed = true;
      spares.splice(0);
      for (const waiting of idle) wake(waiting);
      const running = [...alive.keys()];
      for (const worker of running) worker.kill();
      await Promise.all(running.map(({ ended }) => ended));
    },
  };
};
