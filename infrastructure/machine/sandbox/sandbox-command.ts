import { type Bubblewrap, bubblewrapped } from './bubblewrap.js';
import type { FileView } from './file-view.js';
import { landlocked } from './landlock.js';

/** Resource limits of a child process. The kernel refuses what exceeds them, or kills the process. */
export interface ResourceLimits {
  readonly cpuSeconds: number;
  /** Maximum private writable memory, in bytes. */
  readonly memoryBytes: number;
  /** Maximum size of a file it writes, in bytes. */
  readonly fileBytes: number;
  /** Maximum number of processes and threads, including itself. */
  readonly processes: number;
}

/** The sandboxing that this machine supports. */
export interface Abilities {
  /** Children get their own root. Undefined: bubblewrap is missing or not permitted. */
  readonly bubblewrap?: Bubblewrap | undefined;
  /** Without bubblewrap: perl, which restricts file access with Landlock. Undefined: not possible. */
  readonly landlock?: string | undefined;
  /** Without bubblewrap: children run in namespaces without network and without visibility of other processes. */
  readonly isolated: boolean;
  /** The kernel enforces resource limits. */
  readonly limited: boolean;
  /** Children are killed when this process ends for any reason. */
  readonly tied: boolean;
}

/** No sandboxing is supported. */
export const NO_ABILITIES: Abilities = { isolated: false, limited: false, tied: false };

/** A program and its arguments. */
export interface Command {
  readonly program: string;
  readonly args: ReadonlyArray<string>;
}

/**
 * Kills the program when its parent dies, and prevents it from gaining privileges. The kernel does not report a parent
 * that died before the request, so the program is not started in that case. The script is this constant; the pid to
 * compare and the command are its arguments.
 */
const tiedTo = (parent: number): ReadonlyArray<string> =>
  ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--'].concat([
    'sh',
    '-c',
    '[ "$PPID" -eq "$0" ] && exec "$@"',
    String(parent),
  ]);

/**
 * An empty network namespace, and a process namespace: when its first process ends, all others in it end too, even
 * those that left the process group. The user namespace allows ordinary users to create the other two.
 */
const ISOLATED = ['unshare', '--map-current-user', '--net', '--pid', '--fork', '--kill-child', '--'];

/** Drops root's capabilities permanently; other users have none. */
const WITHOUT_CAPABILITIES = ['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--'];

/**
 * The stack of each thread, in bytes, as on Alpine Linux. All of it counts as memory, though little is used: at the
 * usual 8 MB, the threads of 60 videos took 2.8 of the 4 GB that they may have.
 */
const STACK_BYTES = 2 * 1024 ** 2;

const limited = (
  { cpuSeconds, memoryBytes, fileBytes, processes }: ResourceLimits,
  areCounted: boolean,
): ReadonlyArray<string> => [
  'prlimit',
  `--cpu=${Math.ceil(cpuSeconds)}`,
  `--data=${Math.ceil(memoryBytes)}`,
  `--stack=${STACK_BYTES}`,
  `--fsize=${Math.ceil(fileBytes)}`,
  '--core=0',
  ...(areCounted ? [`--nproc=${processes}`] : []),
  '--',
];

const withoutBubblewrap = (
  { isolated, landlock, tied }: Abilities,
  view: FileView,
  program: string,
): ReadonlyArray<string> => [
  ...(isolated ? ISOLATED : []),
  ...(tied && process.getuid?.() === 0 ? WITHOUT_CAPABILITIES : []),
  ...(landlock === undefined ? [] : landlocked(landlock, view, program)),
];

/**
 * The command that runs a program in a sandbox, as far as the machine supports it; argument arrays only. The number of
 * processes is limited only in a user namespace, because elsewhere the kernel would count all processes of the user.
 * Root is exempt from that limit.
 * @param program its full path
 */
export const sandboxed = (
  { program, args }: Command,
  limits: ResourceLimits,
  view: FileView,
  able: Abilities,
  parent: number = process.pid,
): Command => {
  const areCounted = able.isolated || (able.bubblewrap !== undefined && able.bubblewrap.as !== 'root');
  const [first = program, ...rest] = [
    ...(able.tied ? tiedTo(parent) : []),
    ...(able.bubblewrap
      ? bubblewrapped(able.bubblewrap, view, program)
      : withoutBubblewrap(able, view, program)),
    ...(able.limited ? limited(limits, areCounted) : []),
    program,
    ...args,
  ];
  return { program: first, args: rest };
};
