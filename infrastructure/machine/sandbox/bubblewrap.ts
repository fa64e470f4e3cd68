import { dirname, resolve } from 'node:path';
import { type FileView, startFolder, systemView, visibleFiles } from './file-view.js';

/** The account decoders run as when the service runs as root; no other process of the machine need use it. */
export const DECODER_ACCOUNT = { uid: 65_534, gid: 65_534 } as const;

/** How this machine lets bubblewrap work. */
export interface Bubblewrap {
  /** Its path. */
  readonly program: string;
  /** Children see a /proc, of their own processes. Containers often forbid it; then they see none. */
  readonly procfs: boolean;
  /**
   * What children are: `user`, this user, in a user namespace; `closed user`, the same without the right to make
   * further ones; of a service that runs as root `account`, the decoders' own account; or `root`, without any of its capabilities.
   */
  readonly as: 'closed user' | 'user' | 'account' | 'root';
}

/** New namespaces of every kind but one for users; all that runs in them ends with the process that asked for it. */
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

/** Becomes the decoders' account, for good, in a user namespace of its own, so that its processes are counted apart from other sandboxes'. */
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

/** The folders in which the others lie, which every account may pass: bubblewrap would keep them for this user. */
const passable = (paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(paths.flatMap(foldersAbove))].flatMap((path) => ['--perms', '0755', '--dir', path]);

/**
 * The command that runs a program in a root of its own: the system and what the view names, read-only, and one folder
 * to write to. The program and its arguments follow it.
 */
export const bubblewrapped = (
  { program: bwrap, procfs, as }: Bubblewrap,
  view: FileView,
  program: string,
): ReadonlyArray<string> => {
  const { files, links } = systemView();
  const visible = visibleFiles(view, program);
  const writes = view.writes === undefined ? [] : [resolve(view.writes)];
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
