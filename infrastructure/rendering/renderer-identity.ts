import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { findExecutable } from '../platform/executables.js';
import { namesIn } from '../platform/names-in.js';
import { codeRoot, packageRoot } from '../platform/package-root.js';
import { findFontFiles, fontFolders } from './text/fonts/font-files.js';

const CODE = ['domain/composition', 'workers/render', 'infrastructure/rendering'];

/** Where shared libraries are. */
const LIBRARY_FOLDERS = ['/usr/local/lib', '/usr/lib', '/usr/lib64', '/lib'];
const MEDIA_LIBRARY = /^lib(?:av|sw|postproc|x26|zimg|vpx|aom|dav1d|SvtAv1|mp3lame|opus|webp)[^/]*\.so/i;

/** Path, size and time of change: another version of a file differs in one of them. */
const versionOf = (path: string): string => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${path} ${stats.size} ${stats.mtimeMs}` : path;
};

const mediaLibraries = (): ReadonlyArray<string> => {
  const folders = LIBRARY_FOLDERS.flatMap((folder) => [
    folder,
    ...namesIn(folder)
      .filter((name) => name.includes('linux-gnu'))
      .map((name) => join(folder, name)),
  ]);
  return folders.flatMap((folder) =>
    namesIn(folder)
      .filter((name) => MEDIA_LIBRARY.test(name))
      .map((name) => join(folder, name)),
  );
};

const codeFiles = (): ReadonlyArray<string> =>
  CODE.flatMap((folder) =>
    namesIn(join(codeRoot, folder), true)
      .filter((name) => /(?<!\.d)\.[jt]s$/.test(name))
      .map((name) => join(codeRoot, folder, name)),
  );

/** The packages that are installed; in a checkout where that is unknown, those that should be. */
const packages = (): string => {
  for (const name of ['node_modules/.package-lock.json', 'package-lock.json'])
    if (statSync(join(packageRoot, name), { throwIfNoEntry: false }))
      return readFileSync(join(packageRoot, name), 'utf8');
  return '';
};

const identify = (): string => {
  const hash = createHash('sha256');
  const add = (text: string | Buffer): void => void hash.update(text).update('\0');
  for (const path of codeFiles()) add(readFileSync(path));
  add(packages());
  // Some filters have versions for different processors, which may round differently.
  for (const text of [process.version, process.arch, cpus()[0]?.model ?? '']) add(text);
  const ffmpeg = findExecutable('ffmpeg') ?? 'ffmpeg';
  const fonts = findFontFiles(fontFolders()).map(({ path }) => path);
  for (const path of [ffmpeg, ...mediaLibraries(), ...new Set(fonts)]) add(versionOf(path));
  return hash.digest('hex');
};

let identity: Promise<string> | undefined;

/**
 * Identifies everything on this machine, apart from a composition and its sources, that can change what a render gives:
 * the renderer's code, packages, ffmpeg and its libraries, fonts, the processor. Known once in a process.
 */
export const rendererIdentity = (): Promise<string> => (identity ??= Promise.resolve().then(identify));
