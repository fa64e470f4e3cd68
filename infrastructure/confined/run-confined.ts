import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { confine, type ResourceLimits } from './confinement.js';

/** A program to run: an argument array, never a shell line. */
export interface ProcessRequest {
  readonly program: string;
  readonly args: ReadonlyArray<string>;
  /** The folder it runs in; this process's own, if none is named. */
  readonly cwd?: string;
  readonly signal: AbortSignal;
  readonly limits: ProcessLimits;
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

/**
 * Starts a program shut in, as the leader of its own process group, with an empty environment but for the path. An
 * abort, or time that is up, kills the whole group. Every program that is shown what strangers sent is started here.
 */
export const runConfined = ({
  program,
  args,
  cwd,
  signal,
  limits,
  feeds = false,
}: ProcessRequest): RunningProcess => {
  const command = confine({ program, args }, limits);
  const child = spawn(command.program, [...command.args], {
    detached: true,
    stdio: [feeds ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    ...(cwd === undefined ? {} : { cwd }),
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
