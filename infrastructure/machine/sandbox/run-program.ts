import { type ProcessEnd, type ProcessRequest, runSandboxed } from './run-sandboxed.js';

/** A program that runs to its end, such as one that prints its version. */
export interface ProgramToRun extends Omit<ProcessRequest, 'feeds'> {
  /** What it gets on its standard input; absent: nothing. */
  readonly input?: string;
  /** How many bytes of its standard output are kept, from the beginning. */
  readonly keptBytes?: number;
}

/** How a program ended, and what it wrote to its standard output. */
export interface ProgramResult extends ProcessEnd {
  readonly output: Buffer;
}

/** Runs a program in a sandbox. */
export const runProgram = async ({
  input,
  keptBytes = 256 * 1024,
  ...request
}: ProgramToRun): Promise<ProgramResult> => {
  const { stdin, stdout, ended } = runSandboxed({ ...request, feeds: input !== undefined });
  stdin?.end(input);
  const chunks: Buffer[] = [];
  let room = keptBytes;
  for await (const part of stdout as AsyncIterable<Buffer>) {
    chunks.push(part.subarray(0, room));
    room -= Math.min(room, part.length);
  }
  return { ...(await ended), output: Buffer.concat(chunks) };
};
