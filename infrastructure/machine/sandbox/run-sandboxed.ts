import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { findExecutable } from '../../platform/executables.js';
import { abilities } from './abilities.js';
import { type FileView, startFolder } from './file-view.js';
import { allowReading } from './file-exchange.js';
import { type ResourceLimits, sandboxed } from './sandbox-command.js';

/** A program to run, with an argument array and without a shell. */
export interface ProcessRequest {
  readonly program: string;
  readonly args: ReadonlyArray<string>;
  /** The files it can see. */
  readonly files: FileView;
  readonly signal: AbortSignal;
  readonly limits: ProcessLimits;
  /** Additional environment variables for its libraries. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether data is written to its standard input; otherwise its standard input is empty. */
  readonly feeds?: boolean;
}

export interface ProcessLimits extends ResourceLimits {
  /** Time limit in ms. */
  readonly wallMs: number;
}

export interface RunningProcess {
  readonly stdin: Writable | null;
  readonly stdout: Readable;
  /** Its standard error output as text; it need not be read. */
  readonly stderr: Readable;
  /** Resolves when the process has ended; never rejects. */
  readonly ended: Promise<ProcessEnd>;
}

export interface ProcessEnd {
  readonly ok: boolean;
  readonly aborted: boolean;
  /** Whether it exceeded its limits of time or file size. */
  readonly exceeded: boolean;
  /** The end of its standard error output: for logs. Never decide on what it says, at most on whether it says anything. */
  readonly stderr: string;
}

const MAX_STDERR_LENGTH = 64 * 1024;

/** The signals by which the kernel ends a process that exceeds its limits, or uses the last memory of the machine. */
const LIMIT_SIGNALS = ['SIGKILL', 'SIGXCPU', 'SIGXFSZ'] as const;

/** A sandbox passes on a signal that ended the program in it as an exit code: 128 and its number. */
const isEndedByLimit = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  LIMIT_SIGNALS.some((name) => signal === name || code === 128 + constants.signals[name]);

/** The whole environment: paths of programs, home and temporary files, and the locale for English messages. */
const environmentOf = ({ writes }: FileView): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  LC_ALL: 'C',
  HOME: writes ?? '/',
  ...(writes === undefined ? {} : { TMPDIR: writes }),
});

/**
 * Starts a program in a sandbox, as the leader of its own process group. An abort or the time limit kills the whole
 * group. Every program that processes client data or downloads is started here.
 */
export const runSandboxed = ({
  program,
  args,
  files,
  signal,
  limits,
  environment = {},
  feeds = false,
}: ProcessRequest): RunningProcess => {
  files.reads.forEach(allowReading);
  const found = findExecutable(program) ?? program;
  const command = sandboxed({ program: found, args }, limits, files, abilities());
  const child = spawn(command.program, [...command.args], {
    detached: true,
    stdio: [feeds ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    env: { ...environment, ...environmentOf(files) },
    cwd: startFolder(files),
  }) as ChildProcessByStdio<Writable | null, Readable, Readable>;
  const kill = (): void => killGroup(child.pid);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, limits.wallMs);
  if (signal.aborted) kill();
  else signal.addEventListener('abort', kill, { once: true });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MAX_STDERR_LENGTH);
  });
  // If a process ends before its input does, its exit is reported, not the broken pipe.
  child.stdin?.on('error', () => undefined);
  const ended = new Promise<ProcessEnd>((resolve) => {
    const finish = (ok: boolean, atLimit: boolean, detail: string): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      const { aborted } = signal;
      const exceeded = timedOut || (atLimit && !aborted);
      resolve({ ok: ok && !aborted && !timedOut, aborted, exceeded, stderr: detail });
    };
    child.once('error', ({ message }) => finish(false, false, message));
    child.once('close', (code, ended) => finish(code === 0, isEndedByLimit(code, ended), stderr));
  });
  return { stdin: child.stdin, stdout: child.stdout, stderr: child.stderr, ended };
};

const killGroup = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
};
