import type { RunningProcess } from '../../machine/sandbox/run-sandboxed.js';

/** Writes bytes. @returns whether they were written: a process that has ended takes none */
const isWritten = (stdin: RunningProcess['stdin'], bytes: Uint8Array): Promise<boolean> =>
  new Promise((resolve) => {
    if (stdin) stdin.write(bytes, (error) => resolve(!error));
    else resolve(false);
  });

/**
 * Writes bytes to the standard input of a process, as fast as it reads them, until it ends.
 * @param bytes each part is written before the next is requested, so that the memory of a part can be used again
 */
export const feed = async (
  { stdin, ended }: RunningProcess,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> => {
  const hasEnded = ended.then(() => false);
  for await (const part of bytes) if (!(await Promise.race([isWritten(stdin, part), hasEnded]))) return;
  stdin?.end();
};
