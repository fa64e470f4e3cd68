import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';

/** What of the file system a sandboxed program sees, next to the programs, libraries and fonts of the system. */
export interface FileView {
  /** Files and folders of this service that it may read. A link leads to its target, wherever that is. */
  readonly reads: ReadonlyArray<string>;
  /** Installed code and data that it needs and may read. */
  readonly installed?: ReadonlyArray<string>;
  /** The one folder it may write to. It keeps its temporary files there. */
  readonly writes?: string;
  /** The folder it starts in: the one it may write to, if none is named. */
  readonly startsIn?: string;
}

/** The folder a program with this view starts in. */
export const startFolder = ({ writes, startsIn }: FileView): string => resolve(startsIn ?? writes ?? '/');

/** A file or folder, and the path at which the program finds it. */
export interface Visible {
  readonly source: string;
  readonly path: string;
}

/** Folders and files of the system that hold no data of users or services. */
const SYSTEM_PATHS: ReadonlyArray<string> = [
  '/usr/bin',
  '/usr/lib',
  '/usr/lib32',
  '/usr/lib64',
  '/usr/share',
  '/usr/local/bin',
  '/usr/local/lib',
  '/usr/local/lib64',
  '/usr/local/share',
  '/bin',
  '/lib',
  '/lib32',
  '/lib64',
  '/nix/store',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/ssl/openssl.cnf',
  '/var/cache/fontconfig',
];

/** A path that is a link to another of these in the system, and must be one in the sandbox. */
export interface SystemLink {
  readonly target: string;
  readonly path: string;
}

interface SystemView {
  readonly files: ReadonlyArray<string>;
  readonly links: ReadonlyArray<SystemLink>;
}

const lookAtSystem = (): SystemView => {
  const there = SYSTEM_PATHS.filter((path) => existsSync(path));
  const isLink = (path: string): boolean => lstatSync(path).isSymbolicLink();
  return {
    files: there.filter((path) => !isLink(path)),
    links: there.filter(isLink).map((path) => ({ path, target: readlinkSync(path) })),
  };
};

let system: SystemView | undefined;

/** What every sandboxed program sees of this machine's system, looked up once. */
export const systemView = (): SystemView => (system ??= lookAtSystem());

const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}${sep}`);

/** Whether sandboxed programs find something at this path because it is part of the system. */
export const isPartOfSystem = (path: string): boolean => {
  const { files, links } = systemView();
  return [...files, ...links.map(({ path }) => path)].some((folder) => isBelow(path, folder));
};

const visibleAt = (path: string): ReadonlyArray<Visible> => {
  const target = realpathSync(path);
  const there = { source: target, path: target };
  if (!lstatSync(path).isSymbolicLink()) return [{ source: path, path }];
  return [there, { source: target, path }];
};

/** What a view shows next to the system, each file once; what does not exist is left out, for the program to miss. */
export const visibleFiles = (
  { reads, installed = [] }: FileView,
  program: string,
): ReadonlyArray<Visible> => {
  const wanted = [...new Set([...reads, ...installed, program].map((path) => resolve(path)))];
  const visible = wanted.filter((path) => existsSync(path)).flatMap(visibleAt);
  const folders = visible.filter(({ path }) => statSync(path).isDirectory()).map(({ path }) => path);
  const isCovered = ({ path }: Visible): boolean =>
    isPartOfSystem(path) || folders.some((folder) => isBelow(dirname(path), folder));
  return [...new Map(visible.filter((one) => !isCovered(one)).map((one) => [one.path, one])).values()];
};
