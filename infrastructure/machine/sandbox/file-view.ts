import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';

/** The files a sandboxed program can see, besides the programs, libraries and fonts of the system. */
export interface FileView {
  /** Files and folders of this service that it may read. Links are followed to their targets. */
  readonly reads: ReadonlyArray<string>;
  /** Installed code and data that it may read. */
  readonly installed?: ReadonlyArray<string>;
  /** The only folder it may write to. Its temporary files are kept there too. */
  readonly writes?: string;
  /** Devices that it may use, besides those that most programs need. */
  readonly devices?: ReadonlyArray<string>;
  /** Its working directory; by default the folder it may write to. */
  readonly startsIn?: string;
}

/** The working directory of a program with this view. */
export const startFolder = ({ writes, startsIn }: FileView): string => resolve(startsIn ?? writes ?? '/');

/** A file or folder, and the path at which the program sees it. */
export interface Visible {
  readonly source: string;
  readonly path: string;
}

/** System paths that contain no data of users or services. */
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

/** A system path that is a link to another one, and must be a link in the sandbox too. */
export interface SystemLink {
  readonly target: string;
  readonly path: string;
}

interface SystemView {
  readonly files: ReadonlyArray<string>;
  readonly links: ReadonlyArray<SystemLink>;
}

const inspectSystem = (): SystemView => {
  const existing = SYSTEM_PATHS.filter((path) => existsSync(path));
  const isLink = (path: string): boolean => lstatSync(path).isSymbolicLink();
  return {
    files: existing.filter((path) => !isLink(path)),
    links: existing.filter(isLink).map((path) => ({ path, target: readlinkSync(path) })),
  };
};

let system: SystemView | undefined;

/** The part of the system that every sandboxed program sees; determined only once. */
export const systemView = (): SystemView => (system ??= inspectSystem());

const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}${sep}`);

/** Whether sandboxed programs can see this path because it is part of the system. */
export const isPartOfSystem = (path: string): boolean => {
  const { files, links } = systemView();
  return [...files, ...links.map(({ path }) => path)].some((folder) => isBelow(path, folder));
};

const visibleAt = (path: string): ReadonlyArray<Visible> => {
  const target = realpathSync(path);
  const resolved = { source: target, path: target };
  if (!lstatSync(path).isSymbolicLink()) return [{ source: path, path }];
  return [resolved, { source: target, path }];
};

/**
 * The files that a view shows besides the system, without duplicates. Files that do not exist are left out; the program
 * will report them.
 */
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
