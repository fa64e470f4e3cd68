import { type TaskProcess, type TaskProgram, startTaskProcess } from './task-process.js';

/** How long a process waits for the next task of its render, in ms: longer than other sources take to be probed. */
const IDLE_MS = 2000;

/** How long a process waits for the next preview of its series, in ms: longer than the usual time between two changes. */
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

/** How processes wait for the next task of their renders. */
export interface Waiting {
  /** How many may wait; the one that has waited longest is ended first. */
  readonly maxIdle?: number;
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

const endAll = async (workers: ReadonlyArray<TaskProcess>): Promise<void> => {
  for (const worker of workers) worker.kill();
  await Promise.all(workers.map(({ ended }) => ended));
};

/**
 * Task processes, each of which belongs to the render or the series that took it until it ends. Some fresh ones wait for
 * the next render, so that it does not wait for them to start. New ones are started when a render has released its own,
 * or a series pauses, not while they work.
 */
export class TaskProcessPool {
  readonly #program: TaskProgram;
  readonly #root: string;
  readonly #size: number;
  readonly #waiting: Required<Waiting>;
  /** In the order in which they began to wait. */
  readonly #idle = new Set<Idle>();
  readonly #spares: TaskProcess[] = [];
  /** When each running process was started, ms. */
  readonly #alive = new Map<TaskProcess, number>();
  #isClosed = false;

  /**
   * @param root where the processes get their folders
   * @param size how many fresh processes wait
   */
  constructor(program: TaskProgram, root: string, size: number, waiting: Waiting = {}) {
    this.#program = program;
    this.#root = root;
    this.#size = size;
    this.#waiting = { maxIdle: MOST_IDLE, idleMs: IDLE_MS, seriesIdleMs: SERIES_IDLE_MS, ...waiting };
    this.#refill();
  }

  take(user: ProcessUser): TaskProcess {
    // The latest first: its decoders are where the next piece begins.
    for (const waiting of [...this.#idle].reverse()) {
      if (waiting.name !== nameOf(user)) continue;
      const worker = this.#wake(waiting);
      if (this.#isFit(worker)) return worker;
    }
    for (let spare = this.#spares.shift(); spare; spare = this.#spares.shift())
      if (this.#isFit(spare)) return spare;
    return this.#start();
  }

  /** Keeps the process for the next task of the same render or series, if one follows soon. */
  giveBack(user: ProcessUser, worker: TaskProcess): void {
    const { maxIdle, idleMs, seriesIdleMs } = this.#waiting;
    const end = (): void => this.#end(waiting);
    const timers =
      user.series === undefined
        ? [setTimeout(end, idleMs)]
        : [setTimeout(() => this.#refill(), idleMs), setTimeout(end, seriesIdleMs)];
    const waiting: Idle = { name: nameOf(user), worker, timers };
    this.#idle.add(waiting);
    const [oldest] = this.#idle;
    if (oldest && this.#idle.size > maxIdle) this.#end(oldest);
  }

  /**
   * Ends the processes that wait for the next task of this render or series: none follows soon. Resolves when they have
   * ended.
   * @param which of them, by default all
   */
  release(user: ProcessUser, which: (worker: TaskProcess) => boolean = () => true): Promise<void> {
    const waiting = [...this.#idle].filter(({ name, worker }) => name === nameOf(user) && which(worker));
    if (this.#size > 0) setTimeout(() => this.#refill(), this.#waiting.idleMs).unref();
    return endAll(waiting.map((one) => this.#wake(one)));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Ends all processes and starts no more; resolves when they have ended. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#spares.splice(0);
    for (const waiting of this.#idle) this.#wake(waiting);
    return endAll([...this.#alive.keys()]);
  }

  #start(): TaskProcess {
    const worker = startTaskProcess(this.#program, this.#root);
    this.#alive.set(worker, Date.now());
    void worker.ended.then(() => this.#alive.delete(worker));
    return worker;
  }

  /** Whether a process can take a task. One that is too old is ended. */
  #isFit(worker: TaskProcess): boolean {
    const since = this.#alive.get(worker);
    if (worker.isRunning() && since !== undefined && Date.now() - since < MAX_AGE_MS) return true;
    worker.kill();
    return false;
  }

  #refill(): void {
    if (this.#isClosed) return;
    try {
      while (this.#spares.length < this.#size) {
        const spare = this.#start();
        spare.warmUp();
        this.#spares.push(spare);
      }
    } catch {
      // No folder can be created, for example on a full disk: the next render tries again.
    }
  }

  /** Removes an idle process from the pool, for a task or to be ended. */
  #wake(waiting: Idle): TaskProcess {
    this.#idle.delete(waiting);
    for (const timer of waiting.timers) clearTimeout(timer);
    return waiting.worker;
  }

  #end(waiting: Idle): void {
    this.#wake(waiting).kill();
    this.#refill();
  }
}
