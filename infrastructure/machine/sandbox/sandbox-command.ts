import { type Bubblewrap, bubblewrapped } from './bubblewrap.js';
import type { FileView } from './file-view.js';
import { landlocked } from './landlock.js';

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

/** What this machine offers to sandbox programs with. */
export interface Abilities {
  /** Children see a root of their own. Undefined: bubblewrap is missing or not permitted. */
  readonly bubblewrap?: Bubblewrap | undefined;
  /** Where there is no bubblewrap: perl, by which Landlock keeps children from files. Undefined: not possible. */
  readonly landlock?: string | undefined;
  /** Where there is no bubblewrap: children run in namespaces without network and without sight of other processes. */
  readonly isolated: boolean;
  /** The kernel holds children to their limits. */
  readonly limited: boolean;
  /** Children end with this process, however it ends. */
  readonly tied: boolean;
}

/** A machine that offers nothing. */
export const NO_ABILITIES: Abilities = { isolated: false, limited: false, tied: false };

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

/** Gives up the capabilities of root, for good; other users have none. */
const WITHOUT_CAPABILITIES = ['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--'];

const limited = (
  { cpuSeconds, memoryBytes, fileBytes, processes }: ResourceLimits,
  areCounted: boolean,
): ReadonlyArray<string> => [
  'prlimit',
  `--cpu=${Math.ceil(cpuSeconds)}`,
  `--data=${Math.ceil(memoryBytes)}`,
  `--fsize=${Math.ceil(fileBytes)}`,
  '--core=0',
  ...(areCounted ? [`--nproc=${processes}`] : []),
  '--',
];

/** What comes before a program where there is no bubblewrap. */
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
 * The command by which this process runs a program in a sandbox, as far as the machine can: argument arrays throughout.
 * The number of processes is limited only in a user namespace, as elsewhere the kernel would count all processes of
 * the user; and never for root, whom the kernel exempts.
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
