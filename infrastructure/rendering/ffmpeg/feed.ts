import { once } from 'node:events';
import type { RunningProcess } from '../../machine/sandbox/run-sandboxed.js';

/** Writes bytes to the standard input of a process, as fast as it reads them, until it ends. */
export const feed = async (
  { stdin, ended }: RunningProcess,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> => {
  let over = false;
  void ended.then(() => (over = true));
  for await (const chunk of bytes) {
    if (over) return;
    if (stdin && !stdin.write(chunk)) await Promise.race([once(stdin, 'drain').catch(() => ended), ended]);
  }
  stdin?.end();
};
