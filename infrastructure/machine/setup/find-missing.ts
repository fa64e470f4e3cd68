import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { findExecutable, unpackedFonts } from '../../platform/executables.js';
import { namesIn } from '../../platform/names-in.js';
import { type Need, needs } from './needs.js';

/** What a machine has: a way to look for programs, and the names of all font and speech model files. */
export interface Machine {
  readonly hasProgram: (name: string) => boolean;
  readonly files: ReadonlySet<string>;
}

const fileFolders = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(homedir(), '.fonts'),
  join(homedir(), '.local/share/fonts'),
  unpackedFonts,
  '/usr/share/pocketsphinx/model',
  '/usr/local/share/pocketsphinx/model',
  '/opt/homebrew/share/pocketsphinx/model',
];

/** The names of the files in the folders where systems keep fonts and speech models. */
export const fontAndModelFiles = (folders: ReadonlyArray<string> = fileFolders): ReadonlySet<string> =>
  new Set(folders.flatMap((folder) => namesIn(folder, true).map((name) => basename(name))));

/** The needs that the machine does not meet. */
export const findMissing = (all: ReadonlyArray<Need>, machine: Machine): ReadonlyArray<Need> =>
  all.filter(({ programs = [], files = [] }) => {
    const hasProgram = programs.length === 0 || programs.some((name) => machine.hasProgram(name));
    return !hasProgram || !files.every((name) => machine.files.has(name));
  });

/** Whose needs are looked for. */
export type NeededBy = 'service' | 'service and tests';

/** What this machine lacks; an own NATS server makes the setup's server superfluous. */
export const missingNeeds = (of: NeededBy): ReadonlyArray<Need> => {
  const hasOwnNats = (process.env['NATS_URL'] ?? '') !== '';
  const wanted = needs.filter(
    ({ name, neededBy }) =>
      of === 'service and tests' || (neededBy === 'service' && !(hasOwnNats && name === 'nats-server')),
  );
  return findMissing(wanted, {
    hasProgram: (name) => findExecutable(name) !== undefined,
    files: fontAndModelFiles(),
  });
};
