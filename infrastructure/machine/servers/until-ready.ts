import { setTimeout as sleep } from 'node:timers/promises';
import { describeExit, type StartedProcess } from '../processes/started-process.js';

const INTERVAL_MS = 15;

export interface ServerLog {
  readonly file: string;
  readonly write: (line: string) => void;
}

export interface StartingServer {
  /** As its user knows it. */
  readonly name: string;
  readonly isReady: () => Promise<boolean>;
  /** How long its start may take, ms. */
  readonly limitMs: number;
  readonly logFile: string;
}

/** Waits until a server accepts connections. One that is not ready in time is stopped, so that it can be started again. */
export const untilReady = async (
  server: Pick<StartedProcess, 'exited' | 'stop'>,
  { name, isReady, limitMs, logFile }: StartingServer,
): Promise<void> => {
  const ended = server.exited.then(describeExit);
  const deadline = performance.now() + limitMs;
  while (!(await isReady())) {
    const exit = await Promise.race([ended, sleep(INTERVAL_MS, undefined)]);
    if (exit !== undefined) throw new Error(`${name} ended with ${exit} while starting; see ${logFile}`);
    if (performance.now() < deadline) continue;
    await server.stop();
    throw new Error(
      `${name} was not ready ${limitMs / 1000} s after its start, and was stopped; see ${logFile}`,
    );
  }
};
