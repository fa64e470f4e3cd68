import { dirname } from 'node:path';
import type { MediaEncoder } from '../../../workers/render/ports/media-encoder.js';
import { type LateProcess, type Start, startLateProcess } from './late-process.js';

/** How long a process waits for a preview, in ms: longer than people mostly take between changes. */
const IDLE_MS = 20_000;

/** How processes wait for commands. */
export interface LateOptions {
  /** Where those that wait get their folders, ideally on the file system of the renders. */
  readonly root: string;
  /** How many wait at most; the one that has waited longest is ended first. */
  readonly most: number;
  /** How long each waits, in ms. */
  readonly idleMs?: number;
}

/** Runs late commands, see {@link MediaEncoder.runLate}. */
export interface LateProcesses {
  readonly runLate: MediaEncoder['runLate'];
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
 * one of the same options is started: linking ffmpeg takes longer than what a preview lets it do.
 * @param options absent: no process waits
 */
export const lateProcesses = (program: string, options?: LateOptions): LateProcesses => {
  const waiting = new Set<Waiting>();
  const alive = new Set<LateProcess>();
  let closed = false;

  const started = (start: Start, root: string): LateProcess => {
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
  const take = (start: Start, root: string): LateProcess => {
    const wanted = JSON.stringify(start);
    for (const one of waiting) {
      if (one.start !== wanted) continue;
      const process = wake(one);
      if (process.isRunning()) return process;
    }
    return started(start, root);
  };
  const letWait = (start: Start): void => {
    if (closed || !options || options.most === 0) return;
    const { root, most, idleMs = IDLE_MS } = options;
    const process = started(start, root);
    const timer = setTimeout(() => wake(one).kill(), idleMs);
    const one = { start: JSON.stringify(start), process, timer };
    waiting.add(one);
    void process.ended.then(() => wake(one));
    const [oldest] = waiting;
    if (oldest && waiting.size > most) wake(oldest).kill();
  };

  return {
    runLate: (command, running) => async () => {
      const { outputOptions, output } = command;
      const start = { outputOptions };
      const outcome = await take(start, dirname(output)).run(command, running);
      try {
        letWait(start);
      } catch {
        // No folder can be created, for example on a full disk.
      }
      return outcome;
    },
    waiting: () => waiting.size,
    close: async () => {
      closed = true;
      for (const one of waiting) wake(one);
      const all = [...alive];
      for (const process of all) process.kill();
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
};
