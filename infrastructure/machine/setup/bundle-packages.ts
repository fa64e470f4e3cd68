/**
 * `node --import tsx bundle-packages.ts FOLDER`: bundles npm packages of many files for a build. Node searches
 * `FOLDER/node_modules` before that of the project, so the code of the build gets the bundles without knowing of them.
 * All are made together, so that packages share what they share without a bundle
 * ([why](../../../docs/adr/0037-bundles.md)).
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

/** Packages that load many files. Those with native code, WebAssembly or files that they read stay as they are. */
const PACKAGES: ReadonlySet<string> = new Set([
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@eventstore/db-client',
  '@grpc/grpc-js',
  '@koa/cors',
  '@koa/router',
  '@opentelemetry/api',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
  '@peculiar/x509',
  '@trustnxt/c2pa-ts',
  'csv-parse',
  'fp-ts',
  'google-protobuf',
  'got',
  'io-ts',
  'jose',
  'knex',
  'koa',
  'linebreak',
  'nats',
  'pg',
  'pino',
  'prom-client',
  'selfsigned',
  'standardwebhooks',
  'uuid',
]);

/** What an import names: a package, or a file of it. */
const IMPORTED = /\b(?:from|import)\s*\(?'([^'.][^']*)'/g;

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The bundled packages, and files of them, that the code in a folder imports. */
const importedIn = (folder: string): ReadonlyArray<string> => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const specifiers = files
    .filter((file) => file.endsWith('.js') && !file.startsWith('node_modules'))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(IMPORTED)])
    .map(([, specifier = '']) => specifier)
    .filter((specifier) => PACKAGES.has(packageOf(specifier)));
  return [...new Set(specifiers)].toSorted();
};

/** The path of an import below its package: `fp-ts/lib/Either.js` is `lib/Either`, a package itself `index`. */
const pathOf = (specifier: string): string =>
  specifier.slice(packageOf(specifier).length + 1).replace(/\.js$/, '') || 'index';

/** Prints which names Node finds in each module. */
const NAMES = `
  const names = process.argv.slice(1).map(async (specifier) => [specifier, Object.keys(await import(specifier))]);
  console.log(JSON.stringify(await Promise.all(names)));`;

/** What modules export. Asked of Node, without the loader that runs this file: in CommonJS, each finds other names. */
const exportedBy = (
  specifiers: ReadonlyArray<string>,
): ReadonlyArray<readonly [string, ReadonlyArray<string>]> => {
  const args = ['--input-type=module', '--eval', NAMES, ...specifiers];
  const printed = execFileSync(process.execPath, args, { encoding: 'utf8' });
  const found = JSON.parse(printed) as ReadonlyArray<readonly [string, ReadonlyArray<string>]>;
  const isExportable = (name: string): boolean => /^[\w$]+$/.test(name) && name !== '__esModule';
  return found.map(([specifier, names]) => [specifier, names.filter(isExportable)]);
};

/** Gives the bundler the text of files that do not exist. */
const servedFrom = (texts: ReadonlyMap<string, string>): Plugin => ({
  name: 'entries',
  resolveId: (id) => (texts.has(id) ? id : undefined),
  load: (id) => texts.get(id),
});

const bundle = async (folder: string): Promise<void> => {
  const target = join(folder, 'node_modules');
  const specifiers = importedIn(folder);
  const nameOf = (specifier: string): string => join(packageOf(specifier), pathOf(specifier));
  // With this extension, the bundler treats CommonJS modules as Node does.
  const fileOf = (specifier: string): string => `${join(target, nameOf(specifier))}.mjs`;
  const entries = new Map(
    exportedBy(specifiers).map(([specifier, names]) => [
      fileOf(specifier),
      `export { ${names.join(', ')} } from ${JSON.stringify(specifier)};`,
    ]),
  );

  const build = await rolldown({
    input: Object.fromEntries(specifiers.map((specifier) => [nameOf(specifier), fileOf(specifier)])),
    platform: 'node',
    // It warns of optional dependencies that are not installed, which the packages allow for.
    logLevel: 'silent',
    plugins: [servedFrom(entries)],
  });
  await build.write({
    dir: target,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '.chunks/[name]-[hash].mjs',
  });
  await build.close();

  for (const name of new Set(specifiers.map(packageOf))) {
    const own = specifiers.filter((specifier) => packageOf(specifier) === name);
    const exports = own.map((specifier) => [
      `.${specifier.slice(name.length)}`,
      `./${pathOf(specifier)}.mjs`,
    ]);
    mkdirSync(join(target, name), { recursive: true });
    const description = { name, exports: Object.fromEntries(exports) as unknown };
    writeFileSync(join(target, name, 'package.json'), `${JSON.stringify(description, undefined, 2)}\n`);
  }
};

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder of the build');
await bundle(resolve(folder));
