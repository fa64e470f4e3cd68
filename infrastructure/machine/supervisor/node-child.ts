import { setTimeout as sleep } from 'node:timers/promises';
import {
  type StartedProcess,
  describeExit,
  forwardLines,
  startProcess,
} from '../processes/started-process.js';
import { packageRoot } from '../../platform/package-root.js';
import type { ChildLog } from './child-log.js';

export interface NodeChild {
  readonly name: string;
  /** The script to run. */
  readonly script: string;
  /** Node options besides the options of this process. */
  readonly nodeOptions?: ReadonlyArray<string>;
  readonly env: NodeJS.ProcessEnv;
  readonly log: ChildLog;
  /** Time limit for becoming ready, in milliseconds. */
  readonly readyWithin: number;
  /** Time limit for stopping, in milliseconds. */
  readonly endWithin: number;
}

/** How long the last output of a child that has ended is waited for, in ms: processes that it started may keep it open. */
const OUTPUT_GRACE_MS = 2000;

/**
 * Starts one of our own processes as a child that ends with this process; resolves when it reports that it is ready.
 * @param signal stops the child while it is starting
 */
export const startNodeChild = async (toStart: NodeChild, signal: AbortSignal): Promise<StartedProcess> => {
  const { name, script, nodeOptions = [], env, log, readyWithin } = toStart;
  const started = await startProcess({
    command: process.execPath,
    args: [...process.execArgv, ...nodeOptions, script],
    env,
    cwd: packageRoot,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    stopSignal: 'SIGTERM',
    graceMs: toStart.endWithin,
  });
  const outputRead = Promise.all([
    forwardLines(started.child.stdout, log.event),
    forwardLines(started.child.stderr, log.rawLine),
  ]);
  const ready = new Promise<'ready'>((resolve) => {
    started.child.on('message', (message) => {
      if (typeof message === 'object' && 'ready' in message) resolve('ready');
    });
  });
  const waiting = new AbortController();
  const aborted = new Promise<'aborted'>((resolve) => {
    signal.addEventListener('abort', () => resolve('aborted'), { signal: waiting.signal });
  });
  const late = sleep(readyWithin, 'late' as const, { signal: waiting.signal }).catch(() => 'late' as const);
  const outcome = await Promise.race([ready, aborted, late, started.exited]);
  waiting.abort();
  if (outcome === 'ready') return started;
  if (typeof outcome === 'object') {
    // It may end before what it wrote last, mostly why, has been read.
    await Promise.race([outputRead, sleep(OUTPUT_GRACE_MS, undefined, { ref: false })]);
    throw new Error(`${name} ended with ${describeExit(outcome)} while starting`);
  }
  await started.stop();
  throw new Error(
    outcome === 'late'
      ? `${name} was not ready within ${readyWithin / 1000} s`
      : `${name} was stopped while starting`,
  );
};
