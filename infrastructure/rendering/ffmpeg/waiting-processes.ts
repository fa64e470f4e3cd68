import { dirname } from 'node:path';
import { type LateProcess, type LateUse, startLateProcess } from './late-process.js';
import type { Outcome } from './outcome.js';

/** How processes wait. */
export interface LateOptions {
  /** Where those that wait get their folders, ideally on the file system of the renders. */
  readonly root: string;
  /** How many wait at most; the one that has waited longest is ended first. */
  readonly most: number;
  /** How many of these wait with the same arguments. */
  readonly alike: number;
  /** How long each waits, in ms. */
  readonly idleMs: number;
  /** How long no process has been used when the one for the next use is started, in ms. */
  readonly restMs: number;
}

/**
 * For renders: the rest of a render takes less time than this rest, and its processor. A process that waits must have
 * most of its time limit left when it is used.
 */
export const FOR_RENDERS = { alike: 1, idleMs: 30 * 60_000, restMs: 2000 };

/** Processes that were started before what they are used for was known. */
export interface WaitingProcesses {
  /** Starts a process that waits, unless one with these arguments does already. */
  readonly prepare: (args: ReadonlyArray<string>) => void;
  /**
   * Uses a process with these arguments: one that waits, or one that is started for it.
   * @param isUsual whether the next use will probably have the same arguments, so that a process may wait for it
   */
  readonly use: <A>(args: ReadonlyArray<string>, use: LateUse<A>, isUsual?: boolean) => Promise<Outcome<A>>;
  /** How many processes wait. */
  readonly waiting: () => number;
  /** Ends all processes and starts no more; resolves when they have ended. */
  readonly close: () => Promise<void>;
}

/** A process that waits, its arguments, and the timer that ends it. */
interface Waiting {
  readonly args: string;
  readonly process: LateProcess;
  readonly timer: NodeJS.Timeout;
}

/**
 * Uses each process once, so that it has seen nothing of another use. Once it has ended, the one for the next use with
 * the same arguments is started: linking ffmpeg takes longer than what it is used for.
 * @param options absent: no process waits
 */
export const waitingProcesses = (program: string, options?: LateOptions): WaitingProcesses => {
  const waiting = new Set<Waiting>();
  const alive = new Set<LateProcess>();
  let closed = false;

  const started = (args: ReadonlyArray<string>, root: string): LateProcess => {
    const process = startLateProcess(program, root, args);
    alive.add(process);
    void process.ended.then(() => alive.delete(process));
    return process;
  };
  /** Removes a process from those that wait, to be used or to be ended. */
  const wake = (one: Waiting): LateProcess => {
    waiting.delete(one);
    clearTimeout(one.timer);
    return one.process;
  };
  const take = (args: ReadonlyArray<string>, root: string): LateProcess => {
    const wanted = nameOf(args);
    for (const one of waiting) {
      if (one.args !== wanted) continue;
      const process = wake(one);
      if (process.isRunning()) return process;
    }
    return started(args, root);
  };
  const waitingWith = (args: ReadonlyArray<string>): number => {
    const wanted = nameOf(args);
    return [...waiting].filter((one) => one.args === wanted && one.process.isRunning()).length;
  };
  const letWait = (args: ReadonlyArray<string>, { root, most, idleMs }: LateOptions): void => {
    const process = started(args, root);
    const timer = setTimeout(() => wake(one).kill(), idleMs);
    const one = { args: nameOf(args), process, timer };
    waiting.add(one);
    void process.ended.then(() => wake(one));
    const [oldest] = waiting;
    if (oldest && waiting.size > most) wake(oldest).kill();
  };
  const prepare = (args: ReadonlyArray<string>): void => {
    if (closed || !options) return;
    const enough = Math.min(options.alike, options.most);
    try {
      for (let there = waitingWith(args); there < enough; there += 1) letWait(args, options);
    } catch {
      // No folder can be created, for example on a full disk.
    }
  };
  let rest: NodeJS.Timeout | undefined;
  /** The arguments of uses since the last rest, the latest at the end. */
  const used = new Map<string, ReadonlyArray<string>>();
  const prepareAll = (): void => {
    const { most = 0, alike = 1 } = options ?? {};
    const latest = [...used.values()].slice(-Math.max(1, Math.floor(most / alike)));
    used.clear();
    for (const args of latest) prepare(args);
  };
  const prepareLater = (args: ReadonlyArray<string>): void => {
    used.delete(nameOf(args));
    used.set(nameOf(args), args);
    clearTimeout(rest);
    if (!closed && options) rest = setTimeout(prepareAll, options.restMs);
  };

  return {
    prepare,
    use: async (args, use, isUsual = true) => {
      if (isUsual) clearTimeout(rest);
      const process = take(args, dirname(use.output));
      try {
        return await process.use(use);
      } finally {
        await process.ended;
        if (isUsual) prepareLater(args);
      }
    },
    waiting: () => waiting.size,
    close: async () => {
      closed = true;
      clearTimeout(rest);
      for (const one of waiting) wake(one);
      const all = [...alive];
      for (const process of all) process.kill();
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
};

const nameOf = (args: ReadonlyArray<string>): string => JSON.stringify(args);
