import type { Readable } from 'node:stream';
import type { FileView } from '../../machine/sandbox/file-view.js';
import { runSandboxed } from '../../machine/sandbox/run-sandboxed.js';
import { transcriptionFailed } from './transcription-failed.js';

/** How a program ended, and its output. */
export interface ProgramResult {
  readonly ok: boolean;
  /** The beginning of standard output. */
  readonly stdout: string;
  /** The end of standard error. */
  readonly stderr: string;
}

export interface ProgramToRun {
  readonly program: string;
  readonly args: ReadonlyArray<string>;
  readonly files: FileView;
  /** Kills it and all its children. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** How many characters of standard output are kept. */
const STDOUT_KEPT = 256 * 1024;

const beginningOf = async (stream: Readable): Promise<string> => {
  let beginning = '';
  for await (const text of stream.setEncoding('utf8') as AsyncIterable<string>)
    beginning += text.slice(0, STDOUT_KEPT - beginning.length);
  return beginning;
};

/** Several times what pocketsphinx uses, which is 110 MB. */
const limitsWithin = (timeoutMs: number) => ({
  wallMs: timeoutMs,
  cpuSeconds: timeoutMs / 1000,
  memoryBytes: 2 ** 30,
  fileBytes: 16 * 2 ** 20,
  processes: 16,
});

/**
 * Runs a program of the speech recogniser to its end, in a sandbox.
 * @throws RenderError when it exceeds a limit; the signal's reason when that aborts
 */
export const runProgram = async ({ timeoutMs, ...toRun }: ProgramToRun): Promise<ProgramResult> => {
  toRun.signal.throwIfAborted();
  const { stdout, ended } = runSandboxed({ ...toRun, limits: limitsWithin(timeoutMs) });
  const [written, end] = await Promise.all([beginningOf(stdout), ended]);
  if (end.aborted) throw toRun.signal.reason as Error;
  if (end.exceeded) throw transcriptionFailed('the speech recogniser took too long', { retryable: true });
  return { ok: end.ok, stdout: written, stderr: end.stderr };
};
