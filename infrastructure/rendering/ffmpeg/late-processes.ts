import { dirname } from 'node:path';
import type { LateStart, MediaEncoder } from '../../../workers/render/ports/media-encoder.js';
import { type LateProcess, startLateProcess } from './late-process.js';

/** How processes wait for commands. */
export interface LateOptions {
  /** Where those that wait get their folders, ideally on the file system of the renders. */
  readonly root: string;
  /** How many wait at most; the one that has waited longest is ended first. */
  readonly most: number;
  /** How long each waits, in ms. */
  readonly idleMs: number;
  /** How long no command has run when the process for the next one is started, in ms. */
  readonly restMs: number;
}

/** For previews: people mostly take less time between changes. */
export const FOR_PREVIEWS = { idleMs: 20_000, restMs: 0 };

/**
 * For pieces of renders: the rest of a render takes less time than this rest, and its processor. A process that waits
 * must have most of its time limit left when it is used.
 */
export const FOR_PIECES = { idleMs: 30 * 60_000, restMs: 2000 };

/** Runs late commands, see {@link MediaEncoder}. */
export interface LateProcesses extends Pick<MediaEncoder, 'prepareLate' | 'runLate'> {
  /** How many processes wait. */
  readonly waiting: () => number;
  /** Ends all processes and starts no more; resolves when they have ended. */
  readonly close: () => Promise<void>;
}

/** A process that waits, what it waits for, and the timer that ends it. */
interface Waiting {
  readonly start: string;
  readonly process: LateProcess;
  readonly timer: NodeJS.Timeout;
}

/**
 * Runs each command in a process of its own, which has seen no other. Once a command has ended, the process for the next
 * one of the same options is started: linking ffmpeg takes longer than what such a command lets it do.
 * @param options absent: no process waits
 */
export const lateProcesses = (program: string, options?: LateOptions): LateProcesses => {
  const waiting = new Set<Waiting>();
  const alive = new Set<LateProcess>();
  let closed = false;

  const started = (start: LateStart, root: string): LateProcess => {
    const process = startLateProcess(program, root, start);
    alive.add(process);
    void process.ended.then(() => alive.delete(process));
    return process;
  };
  /** Removes a process from those that wait, for a command or to be ended. */
  const wake = (one: Waiting): LateProcess => {
    waiting.delete(one);
    clearTimeout(one.timer);
    return one.process;
  };
  const take = (start: LateStart, root: string): LateProcess => {
    const wanted = nameOf(start);
    for (const one of waiting) {
      if (one.start !== wanted) continue;
      const process = wake(one);
      if (process.isRunning()) return process;
    }
    return started(start, root);
  };
  const waitingFor = (start: LateStart): number => {
    const wanted = nameOf(start);
    return [...waiting].filter((one) => one.start === wanted && one.process.isRunning()).length;
  };
  const letWait = (start: LateStart, { root, most, idleMs }: LateOptions): void => {
    if (waitingFor(start) >= most) return;
    const process = started(start, root);
    const timer = setTimeout(() => wake(one).kill(), idleMs);
    const one = { start: nameOf(start), process, timer };
    waiting.add(one);
    void process.ended.then(() => wake(one));
    const [oldest] = waiting;
    if (oldest && waiting.size > most) wake(oldest).kill();
  };
  let rest: NodeJS.Timeout | undefined;
  /** @param afterMs after how long without another command */
  const prepare = (start: LateStart, afterMs: number): void => {
    clearTimeout(rest);
    if (closed || !options || options.most === 0) return;
    const begin = (): void => {
      try {
        letWait(start, options);
      } catch {
        // No folder can be created, for example on a full disk.
      }
    };
    if (afterMs > 0) rest = setTimeout(begin, afterMs);
    else begin();
  };

  return {
    prepareLate: (start) => prepare(start, 0),
    runLate: (command, running) => async () => {
      const { makes, outputOptions, output } = command;
      const start = { makes, outputOptions };
      clearTimeout(rest);
      const outcome = await take(start, dirname(output)).run(command, running);
      prepare(start, options?.restMs ?? 0);
      return outcome;
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

const nameOf = ({ outputOptions }: LateStart): string => JSON.stringify(outputOptions);
