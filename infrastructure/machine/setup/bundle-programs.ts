/**
 * `node bundle-programs.js FOLDER`: replaces the programs of a build by bundles of all their modules, with the code that V8
 * compiles while each program loads. Part of the build itself, which it runs from
 * ([why](../../../docs/adr/0048-bundled-programs.md)).
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { compiledFile } from '../../platform/bundled-program.js';
import { BUNDLES, type Bundled, optionsOf } from './programs.js';

const LOADER = 'infrastructure/platform/bundled-program.js';

/** The module that imports the programs, those of Node, and the function with which the bundler's own code requires. */
const ENTRY = '\0programs';
const HOST = '\0host:';
const RUNTIME = '\0rolldown/runtime.js';
const RUNTIME_HOST = '\0runtime-host';

const DEFINES_FOLDER = /\b(?:const|let|var) __dirname\b/;

/** Code that runs the one of several programs that is asked for. */
const entryOf = (files: ReadonlyMap<string, string>): string =>
  [...files]
    .map(([program, file]) => {
      const [name, place] = [program, file].map((text) => JSON.stringify(text));
      return files.size === 1 ? `import ${place};` : `if (programToRun === ${name}) await import(${place});`;
    })
    .join('\n');

/**
 * Makes the modules independent of their places: modules of Node are required when they are first used, and a module
 * finds files next to where it was. Modules that were compiled keep their maps to the sources, packages have none.
 * @param folder that of the bundle
 */
const hosted = (folder: string, entry: string): Plugin => ({
  name: 'hosted',
  resolveId: (id, importer) => {
    if (id === ENTRY) return ENTRY;
    if (importer === RUNTIME) return RUNTIME_HOST;
    return isBuiltin(id) ? `${HOST}${id}` : undefined;
  },
  load: (id) => {
    if (id === ENTRY) return entry;
    if (id === RUNTIME_HOST)
      return 'function hostRequire() { return requireFrom; }\nexport { hostRequire as createRequire };';
    if (id.startsWith(HOST)) return `module.exports = requireFrom(${JSON.stringify(id.slice(HOST.length))});`;
    if (!/\.[cm]?js$/.test(id)) return undefined;
    const place = JSON.stringify(relative(folder, id));
    const code = readFileSync(id, 'utf8').replaceAll('import.meta.url', `urlOf(${place})`);
    const map = existsSync(`${id}.map`) ? readFileSync(`${id}.map`, 'utf8') : { mappings: '' as const };
    // Node defines it in CommonJS modules. Other modules may define it themselves.
    const lacksFolder = !id.endsWith('.mjs') && /\b__dirname\b/.test(code) && !DEFINES_FOLDER.test(code);
    return { code: lacksFolder ? `const __dirname = folderOf(${place}); ${code}` : code, map };
  },
  transform: (code, id) => (id === RUNTIME ? code.replaceAll('import.meta.url', 'undefined') : undefined),
});

/** As ASCII: a character outside of it can only be in a string or in a regular expression, which know such escapes. */
const inAscii = (code: string): string =>
  code.replaceAll(/[\u0080-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Writes all modules of some programs as one expression, and its map: see `runBundle`. */
const writeBundle = async (
  folder: string,
  bundle: string,
  programs: ReadonlyArray<string>,
): Promise<void> => {
  const files = programs.map(
    (program) => [program, join(folder, 'infrastructure', `${program}.js`)] as const,
  );
  const build = await rolldown({
    // Comments name modules by their paths from here: the same code gives the same bundle in every folder.
    cwd: folder,
    input: ENTRY,
    platform: 'node',
    logLevel: 'silent',
    plugins: [hosted(dirname(bundle), entryOf(new Map(files)))],
  });
  const { output } = await build.generate({
    format: 'esm',
    file: bundle,
    codeSplitting: false,
    sourcemap: 'hidden',
    // Two functions of the same name get different ones in a bundle. Errors and logs show names.
    keepNames: true,
  });
  await build.close();
  const [{ code, map }] = output;
  if (map === null) throw new Error(`${bundle} has no map`);
  const body = inAscii(code.replace(/^export \{\s*\};$/m, ''));
  // In a block, since the code may define the same names. Its first line stays the first one, as the map has it.
  writeFileSync(bundle, `(async (programToRun, requireFrom, urlOf, folderOf) => {'use strict';{${body}\n}})`);
  const { sourcesContent: _, ...places } = map;
  writeFileSync(`${bundle}.map`, JSON.stringify(places));
};

/** The program that records compiled code, next to this file, in the sources and in the build. */
const recorder = fileURLToPath(
  new URL(`./record-compiled${extname(fileURLToPath(import.meta.url))}`, import.meta.url),
);

/** A program without input ends when it has loaded, since it is told to show its usage, or finds a wrong setting. */
const record = async (bundle: string, program: string): Promise<void> => {
  const args = [...process.execArgv, ...optionsOf(program), recorder, bundle, program, '--help'];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PORT: 'none' },
  });
  const said = await text(child.stderr);
  if (!existsSync(compiledFile(bundle, program))) throw new Error(`${program} did not load:\n${said}`);
};

const replace = async (folder: string, { file, programs }: Bundled): Promise<void> => {
  const bundle = join(folder, 'infrastructure', file);
  await writeBundle(folder, bundle, programs);
  await Promise.all(programs.map((program) => record(bundle, program)));
  for (const program of programs) {
    const path = join(folder, 'infrastructure', `${program}.js`);
    const from = (target: string): string => JSON.stringify(relative(dirname(path), target));
    writeFileSync(
      path,
      `import { fileURLToPath } from 'node:url';
import { runBundle } from ${from(join(folder, LOADER))};
runBundle(fileURLToPath(new URL(${from(bundle)}, import.meta.url)), ${JSON.stringify(program)});
`,
    );
  }
};

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder of the build');
await Promise.all(BUNDLES.map((bundled) => replace(resolve(folder), bundled)));
