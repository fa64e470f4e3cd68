import { dirname, resolve } from 'node:path';
import { type FileView, startFolder, systemView, visibleFiles } from './file-view.js';

/** The account that decoders run as when the service runs as root. No other process of the machine needs to use it. */
export const DECODER_ACCOUNT = { uid: 65_534, gid: 65_534 } as const;

/** How bubblewrap can be used on this machine. */
export interface Bubblewrap {
  /** Path of bubblewrap. */
  readonly program: string;
  /** Whether children get a /proc with their own processes. Containers often forbid it; then children have none. */
  readonly procfs: boolean;
  /**
   * The user of children. `user`: the current user, in a user namespace. `closed user`: the same, without the right to
   * create further namespaces. If the service runs as root: `account`, the decoders' own account, or `root`, without
   * any capabilities.
   */
  readonly as: 'closed user' | 'user' | 'account' | 'root';
}

/** New namespaces of all kinds except user. Everything in them ends with the process that created them. */
const NAMESPACES = [
  '--unshare-pid',
  '--unshare-net',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--die-with-parent',
];

const rights = (as: Bubblewrap['as']): ReadonlyArray<string> => {
  switch (as) {
    case 'closed user':
      return ['--unshare-user', '--disable-userns'];
    case 'user':
      return ['--unshare-user'];
    case 'account':
      return [
        '--cap-drop',
        'ALL',
        ...['SETUID', 'SETGID', 'SETPCAP'].flatMap((name) => ['--cap-add', `CAP_${name}`]),
      ];
    case 'root':
      return ['--cap-drop', 'ALL'];
  }
};

/**
 * Switches to the decoders' account permanently, in its own user namespace, so that its processes are counted
 * separately from other sandboxes.
 */
const BECOME_ACCOUNT = [
  'setpriv',
  `--reuid=${DECODER_ACCOUNT.uid}`,
  `--regid=${DECODER_ACCOUNT.gid}`,
  '--clear-groups',
  '--bounding-set=-all',
  '--inh-caps=-all',
  '--no-new-privs',
  '--',
  'unshare',
  '--map-current-user',
  '--',
];

const foldersAbove = (path: string): ReadonlyArray<string> => {
  const above = dirname(path);
  return above === '/' ? [] : [...foldersAbove(above), above];
};

/** Parent folders that every account may pass through; bubblewrap would create them for this user only. */
const passable = (paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(paths.flatMap(foldersAbove))].flatMap((path) => ['--perms', '0755', '--dir', path]);

/**
 * The command that runs a program in its own root: the system and the files of the view are read-only, one folder
 * is writable, and its devices are the usual ones and what the view names. The program and its arguments follow.
 */
export const bubblewrapped = (
  { program: bwrap, procfs, as }: Bubblewrap,
  view: FileView,
  program: string,
): ReadonlyArray<string> => {
  const { files, links } = systemView();
  const visible = visibleFiles(view, program);
  const writes = view.writes === undefined ? [] : [resolve(view.writes)];
  const { devices = [] } = view;
  return [
    bwrap,
    ...NAMESPACES,
    ...rights(as),
    ...passable([...files, ...visible.map(({ path }) => path), ...writes]),
    ...files.flatMap((path) => ['--ro-bind', path, path]),
    ...links.flatMap(({ target, path }) => ['--symlink', target, path]),
    ...(procfs ? ['--proc', '/proc'] : []),
    '--dev',
    '/dev',
    ...devices.flatMap((path) => ['--dev-bind', path, path]),
    ...visible.flatMap(({ source, path }) => ['--ro-bind', source, path]),
    ...writes.flatMap((path) => ['--bind', path, path]),
    '--remount-ro',
    '/dev',
    '--remount-ro',
    '/',
    '--chdir',
    startFolder(view),
    '--',
    ...(as === 'account' ? BECOME_ACCOUNT : []),
  ];
};
