/**
 * `node bundle-programs.js FOLDER`: replaces each program of a build that starts often by a bundle of all its modules, with
 * the code that V8 compiles while the program loads. Part of the build itself, which it runs from
 * ([why](../../../docs/adr/0063-bundled-programs.md)).
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { PROGRAM_OPTIONS } from '../../platform/bundled-program.js';

/** The programs that are started for single renders. They read orders from their input, and end with it. */
const PROGRAMS = [
  'infrastructure/rendering/drawing/drawing-process',
  'infrastructure/rendering/pictures/picture-process',
];

const LOADER = 'infrastructure/platform/bundled-program.js';

/** The modules of Node, and the function with which the bundler's own code requires what it did not find. */
const HOST = '\0host:';
const RUNTIME = '\0rolldown/runtime.js';
const RUNTIME_HOST = '\0runtime-host';

/**
 * Makes the modules independent of their places: modules of Node are required when they are first used, and a module
 * finds files next to where it was. @param folder that of the bundle
 */
const hosted = (folder: string): Plugin => ({
  name: 'hosted',
  resolveId: (id, importer) => {
    if (importer === RUNTIME) return RUNTIME_HOST;
    return isBuiltin(id) ? `${HOST}${id}` : undefined;
  },
  load: (id) => {
    if (id === RUNTIME_HOST) return 'export const createRequire = () => requireFrom;';
    if (!id.startsWith(HOST)) return undefined;
    return `module.exports = requireFrom(${JSON.stringify(id.slice(HOST.length))});`;
  },
  transform: (code, id) =>
    code.replaceAll('import.meta.url', `urlOf(${JSON.stringify(relative(folder, id))})`),
});

/** All modules of a program as one expression: see `runBundle`. */
const bundled = async (folder: string, program: string): Promise<string> => {
  const build = await rolldown({
    // Comments name modules by their paths from here: the same code gives the same bundle in every folder.
    cwd: folder,
    input: `${program}.js`,
    platform: 'node',
    logLevel: 'silent',
    plugins: [hosted(dirname(program))],
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  const [{ code }, ...others] = output;
  if (others.length > 0) throw new Error(`the bundle of ${program} has more than one file`);
  return `(async (requireFrom, urlOf) => {'use strict';\n${code.replace(/^export \{\s*\};$/m, '')}\n})`;
};

/** The program that records compiled code, next to this file, in the sources and in the build. */
const recorder = fileURLToPath(
  new URL(`./record-compiled${extname(fileURLToPath(import.meta.url))}`, import.meta.url),
);

const replace = async (folder: string, program: string): Promise<void> => {
  const path = join(folder, program);
  const bundle = `${path}.bundle.js`;
  writeFileSync(bundle, await bundled(folder, path));
  execFileSync(process.execPath, [...process.execArgv, ...PROGRAM_OPTIONS, recorder, bundle], { input: '' });
  writeFileSync(
    `${path}.js`,
    `import { fileURLToPath } from 'node:url';
import { runBundle } from ${JSON.stringify(relative(dirname(path), join(folder, LOADER)))};
runBundle(fileURLToPath(import.meta.url).replace(/\\.js$/, '.bundle.js'));
`,
  );
};

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder of the build');
await Promise.all(PROGRAMS.map((program) => replace(resolve(folder), program)));
