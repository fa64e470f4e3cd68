import { spawnSync } from 'node:child_process';

/** What a child process may use. Whatever goes beyond fails or is killed by the kernel. */
export interface ResourceLimits {
  readonly cpuSeconds: number;
  /** Private memory it may write to, in bytes. */
  readonly memoryBytes: number;
  /** The largest file it may write, in bytes. */
  readonly fileBytes: number;
  /** Processes and threads, itself included. */
  readonly processes: number;
}

/** How far this machine lets child processes be shut in; the tools are those of util-linux. */
export interface Confinement {
  /** Children run in namespaces without network, and without sight of other processes. */
  readonly isolated: boolean;
  /** The kernel holds children to their limits. */
  readonly limited: boolean;
  /** Children end with this process, however it ends. */
  readonly tied: boolean;
}

interface Command {
  readonly program: string;
  readonly args: ReadonlyArray<string>;
}

/**
 * Killed when its parent dies, and unable to gain rights by any program it starts. The kernel says nothing of a parent that
 * died before it was asked, so what follows is not begun when that has happened. The script is this constant; what it
 * is to compare and to run are its arguments.
 */
const tiedTo = (parent: number): ReadonlyArray<string> =>
  ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--'].concat([
    'sh',
    '-c',
    '[ "$PPID" -eq "$0" ] && exec "$@"',
    String(parent),
  ]);

/**
 * A network namespace with nothing in it, and a process namespace: when its first process ends all others in it do,
 * also those that left the process group. The user namespace is what lets ordinary users make the other two.
 */
const ISOLATED = ['unshare', '--map-current-user', '--net', '--pid', '--fork', '--kill-child', '--'];

const limited = ({ cpuSeconds, memoryBytes, fileBytes }: ResourceLimits): ReadonlyArray<string> => [
  'prlimit',
  `--cpu=${Math.ceil(cpuSeconds)}`,
  `--data=${Math.ceil(memoryBytes)}`,
  `--fsize=${Math.ceil(fileBytes)}`,
  '--core=0',
];

const works = (command: ReadonlyArray<string>): boolean =>
  spawnSync(command[0] ?? '', [...command.slice(1), 'true'], { stdio: 'ignore' }).status === 0;

const PROBE_LIMITS: ResourceLimits = {
  cpuSeconds: 10,
  memoryBytes: 2 ** 30,
  fileBytes: 2 ** 20,
  processes: 64,
};

const detect = (): Confinement => ({
  tied: works(tiedTo(process.pid)),
  isolated: works(ISOLATED),
  limited: works([...limited(PROBE_LIMITS), '--']),
});

let detected: Confinement | undefined;

/** What this machine can do, found out by trying, once. */
export const confinement = (): Confinement => (detected ??= detect());

/**
 * The command by which this process runs a program shut in, as far as the machine can: argument arrays throughout. The
 * number of processes is limited only in a user namespace, as elsewhere the kernel would count all processes of the
 * user; and never for root, whom the kernel exempts.
 */
export const confine = (
  { program, args }: Command,
  limits: ResourceLimits,
  able: Confinement = confinement(),
  parent: number = process.pid,
): Command => {
  const [first = program, ...rest] = [
    ...(able.tied ? tiedTo(parent) : []),
    ...(able.isolated ? ISOLATED : []),
    ...(able.limited ? limited(limits) : []),
    ...(able.limited && able.isolated ? [`--nproc=${limits.processes}`] : []),
    ...(able.limited ? ['--'] : []),
    program,
    ...args,
  ];
  return { program: first, args: rest };
};
