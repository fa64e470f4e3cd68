import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { mapTraces } from './mapped-traces.js';

/**
 * The V8 options of the programs of single renders. Most of them work for less than a second, and what V8 optimises while
 * they load is not used again: so it optimises functions after this many bytes of their code have run, 132 kB by default.
 * Garbage is collected when they ask for it. V8 refuses compiled code that was recorded with other options.
 */
export const PROGRAM_OPTIONS: ReadonlyArray<string> = ['--interrupt-budget=1000000', '--expose-gc'];

/** The file with the code of a bundle that V8 has compiled while one of its programs loaded. */
export const compiledFile = (bundle: string, program: string): string =>
  `${bundle}.${program.replaceAll('/', '-')}.compiled`;

/** A bundle is an expression: a function that runs one of its programs, with what modules would get from their places. */
type Bundle = (
  program: string,
  requireFrom: NodeJS.Require,
  urlOf: (path: string) => string,
  folderOf: (path: string) => string,
) => Promise<void>;

/**
 * Reads a bundle. V8 takes the functions that it compiled when the program was recorded; of another version or with other
 * options, it compiles them again.
 * @param bundle path of a file in ASCII, which is read much faster than UTF-8
 * @param program which of its programs is to be run
 */
export const loadBundle = (bundle: string, program: string): Script => {
  const compiled = compiledFile(bundle, program);
  return new Script(readFileSync(bundle, 'latin1'), {
    // V8 keeps the name under which code was compiled, and a build is renamed when it is complete.
    filename: basename(bundle),
    ...(existsSync(compiled) ? { cachedData: readFileSync(compiled) } : {}),
  });
};

/**
 * Runs a program that the build bundled. With `--enable-source-maps`, traces of errors name lines of its sources.
 * @param onLoaded gets the script before it runs
 */
export const runBundle = (
  bundle: string,
  program: string,
  onLoaded: (script: Script) => void = () => undefined,
): void => {
  if (process.sourceMapsEnabled) mapTraces(bundle);
  const script = loadBundle(bundle, program);
  onLoaded(script);
  const run = script.runInThisContext() as Bundle;
  const urlOf = (path: string): string => new URL(path, pathToFileURL(bundle)).href;
  const folderOf = (path: string): string => dirname(resolve(dirname(bundle), path));
  void run(program, createRequire(bundle), urlOf, folderOf);
};
