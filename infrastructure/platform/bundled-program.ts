import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

/**
 * The V8 options of bundled programs. Most of them work for less than a second, and what V8 optimises while they load is
 * not used again: so it optimises functions after this many bytes of their code have run, 132 kB by default. Garbage is
 * collected when they ask for it. V8 refuses compiled code that was recorded with other options.
 */
export const PROGRAM_OPTIONS: ReadonlyArray<string> = ['--interrupt-budget=1000000', '--expose-gc'];

/** The file with the compiled code of a bundle. */
export const compiledFile = (bundle: string): string => `${bundle}.compiled`;

/** A bundle is an expression: a function that runs the program, with what its modules would get from their places. */
type Bundle = (requireFrom: NodeJS.Require, urlOf: (path: string) => string) => Promise<void>;

/**
 * Runs a program that the build bundled into one file. V8 takes the functions that it compiled when the program was
 * recorded; of another version or with other options, it compiles them again.
 * @param bundle path of the file
 * @returns its script, which knows the functions that were compiled
 */
export const runBundle = (bundle: string): Script => {
  const compiled = compiledFile(bundle);
  const script = new Script(readFileSync(bundle, 'utf8'), {
    filename: bundle,
    ...(existsSync(compiled) ? { cachedData: readFileSync(compiled) } : {}),
  });
  const run = script.runInThisContext() as Bundle;
  const place = pathToFileURL(bundle);
  void run(createRequire(bundle), (path) => new URL(path, place).href);
  return script;
};
