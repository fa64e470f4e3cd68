/**
 * `node --import tsx bundle-programs.ts FOLDER`: replaces the programs of a build by bundles of their modules and packages,
 * which start in half of the time ([why](../../../docs/adr/0003-standalone-supervision.md)).
 */
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { packageRoot } from '../../platform/package-root.js';

/** Paths below `infrastructure`. */
const PROGRAMS = [
  'cli/admin/main',
  'cli/demo/main',
  'cli/import-project',
  'cli/render-file',
  'cli/verify-receipt',
  'processes/api',
  'processes/embedded-event-store',
  'processes/projector',
  'processes/standalone',
  'processes/webhooks',
  'processes/worker',
  'rendering/engine/engine-process',
];

/** Packages that load files next to their own. */
const INSTALLED = /^(?:@napi-rs\/canvas|css-tree|harfbuzzjs|wawoff2)(?:\/|$)/;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder of the build');
const build = await rolldown({
  cwd: packageRoot,
  input: Object.fromEntries(PROGRAMS.map((name) => [name, join('infrastructure', `${name}.ts`)])),
  external: INSTALLED,
  platform: 'node',
  // Some packages name files next to their own for features that the service does not use.
  transform: { define: { __dirname: 'import.meta.dirname' } },
  resolve: { extensionAlias: { '.js': ['.js', '.ts'] } },
  // It warns of optional dependencies that are not installed, which the packages allow for.
  logLevel: 'silent',
});
await build.write({
  dir: join(folder, 'infrastructure'),
  entryFileNames: '[name].js',
  chunkFileNames: '.chunks/[name]-[hash].js',
  // Node.js parses every byte, and most bytes of packages are documentation.
  comments: { legal: true, annotation: false, jsdoc: false },
  sourcemap: true,
  sourcemapExcludeSources: true,
  // Two functions of the same name get different ones in a bundle. Errors and logs show names.
  keepNames: true,
});
await build.close();
