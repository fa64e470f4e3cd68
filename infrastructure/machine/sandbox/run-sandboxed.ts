import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { findExecutable } from '../../platform/executables.js';
import { abilities } from './abilities.js';
import { type FileView, startFolder } from './file-view.js';
import { letRead } from './handing-over.js';
import { type ResourceLimits, sandboxed } from './sandbox-command.js';

/** A program to run: an argument array, never a shell line. */
export interface ProcessRequest {
  readonly program: string;
  readonly args: ReadonlyArray<string>;
  /** What it sees of the files of this machine. */
  readonly files: FileView;
  readonly signal: AbortSignal;
  readonly limits: ProcessLimits;
  /** Settings of libraries that it needs, next to the few variables that every program gets. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether its standard input is written to; else it reads nothing. */
  readonly feeds?: boolean;
}

export interface ProcessLimits extends ResourceLimits {
  /** How long it may run, in ms. */
  readonly wallMs: number;
}

export interface RunningProcess {
  readonly stdin: Writable | null;
  readonly stdout: Readable;
  /** Resolves when the process is gone; never rejects. */
  readonly ended: Promise<ProcessEnd>;
}

export interface ProcessEnd {
  readonly ok: boolean;
  readonly aborted: boolean;
  /** Whether it wanted more time, memory or disk than its limits give it. */
  readonly exceeded: boolean;
  /** The end of what it wrote to standard error. */
  readonly stderr: string;
}

const STDERR_KEPT = 64 * 1024;

/** What programs say when the kernel holds them to a limit. */
const LIMIT_REACHED = /Cannot allocate memory|File too large|CPU time limit exceeded/i;

/** All the environment it gets: where programs, its home and temporary files are, and that messages be in plain English. */
const environmentOf = ({ writes }: FileView): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  LC_ALL: 'C',
  HOME: writes ?? '/',
  ...(writes === undefined ? {} : { TMPDIR: writes }),
});

/**
 * Starts a program in a sandbox, as the leader of its own process group. An abort, or time that is up, kills the whole
 * group. Every program that is shown what clients sent, or what their URLs led to, is started here.
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
  files.reads.forEach(letRead);
  const found = findExecutable(program) ?? program;
  const command = sandboxed({ program: found, args }, limits, files, abilities());
  const child = spawn(command.program, [...command.args], {
    detached: true,
    stdio: [feeds ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    env: { ...environment, ...environmentOf(files) },
    cwd: startFolder(files),
  }) as ChildProcessByStdio<Writable | null, Readable, Readable>;
  const kill = (): void => killGroup(child.pid);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    kill();
  }, limits.wallMs);
  if (signal.aborted) kill();
  else signal.addEventListener('abort', kill, { once: true });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_KEPT);
  });
  // A process that ends before its input does is reported by its end, not by the broken pipe.
  child.stdin?.on('error', () => undefined);
  const ended = new Promise<ProcessEnd>((resolve) => {
    const finish = (ok: boolean, detail: string): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      const { aborted } = signal;
      const exceeded = late || (!ok && LIMIT_REACHED.test(detail));
      resolve({ ok: ok && !aborted && !late, aborted, exceeded, stderr: detail });
    };
    child.once('error', ({ message }) => finish(false, message));
    child.once('close', (code) => finish(code === 0, stderr));
  });
  return { stdin: child.stdin, stdout: child.stdout, ended };
};

const killGroup = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended by itself.
  }
};
