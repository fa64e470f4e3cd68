import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Ends a child with a signal, unless it has ended; returns its exit code, or null if a signal ended it. */
export const endChild = async (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
};
