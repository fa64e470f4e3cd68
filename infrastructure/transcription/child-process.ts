import { spawn } from 'node:child_process';
import { confine, type ResourceLimits } from '../media/confinement.js';
import { TranscriptionFailed } from './transcription-failed.js';

/** How a program ended, and what it wrote: the beginning of each stream, as text. */
export interface ProgramResult {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramToRun {
  readonly program: string;
  readonly args: ReadonlyArray<string>;
  readonly cwd: string;
  /** Kills it, with all it started. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** What is kept of each output stream, in bytes. */
const MOST_OUTPUT_BYTES = 256 * 1024;

/** Several times what pocketsphinx takes, which is 110 MB. */
const limitsWithin = (timeoutMs: number): ResourceLimits => ({
  cpuSeconds: timeoutMs / 1000,
  memoryBytes: 2 ** 30,
  fileBytes: 16 * 2 ** 20,
  processes: 16,
});

const collect = (stream: NodeJS.ReadableStream): (() => string) => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    if (bytes < MOST_OUTPUT_BYTES) chunks.push(chunk.subarray(0, MOST_OUTPUT_BYTES - bytes));
    bytes += chunk.length;
  });
  return () => Buffer.concat(chunks).toString('utf8');
};

/**
 * Runs a program shut in: in a process group of its own, without a shell, with nothing of our environment but the
 * PATH, without network, within limits, ended with this process.
 * @throws TranscriptionFailed when it can't be started or takes too long; the signal's reason when that aborts
 */
export const runProgram = (toRun: ProgramToRun): Promise<ProgramResult> =>
  new Promise((resolve, reject) => {
    const { cwd, signal, timeoutMs } = toRun;
    signal.throwIfAborted();
    const { program, args } = confine(toRun, limitsWithin(timeoutMs));
    const child = spawn(program, [...args], {
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
    });
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    let late = false;
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // it has ended already
      }
    };
    const timer = setTimeout(() => {
      late = true;
      kill();
    }, timeoutMs);
    signal.addEventListener('abort', kill, { once: true });
    const settle = (outcome: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      outcome();
    };
    child.once('error', () =>
      settle(() =>
        reject(new TranscriptionFailed('the speech recogniser could not be started', { retryable: true })),
      ),
    );
    child.once('close', (exitCode, exitSignal) =>
      settle(() => {
        if (signal.aborted) reject(signal.reason as Error);
        else if (late)
          reject(new TranscriptionFailed('the speech recogniser took too long', { retryable: true }));
        else resolve({ exitCode, signal: exitSignal, stdout: stdout(), stderr: stderr() });
      }),
    );
  });
