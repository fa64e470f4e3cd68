import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';

const SCRIPT = 'infrastructure/machine/setup/bundle-packages.ts';

/** For each name that a module exports, whether it is a function, an object and so on. */
type Exports = Readonly<Record<string, string>>;

describe('bundled packages', () => {
  // In the project, as a build is: packages are found in its node_modules.
  const newFolder = (): string => mkdtempSync(join(packageRoot, 'dist-bundle-'));
  const run = (cwd: string, ...args: ReadonlyArray<string>): string => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
    expect(status, stderr).to.equal(0);
    return stdout;
  };
  /** Runs a module in plain Node, as the service does, and returns what it prints. */
  const printedIn = (folder: string, source: string): unknown => {
    const file = join(folder, 'run.mjs');
    writeFileSync(file, source);
    return JSON.parse(run(folder, file));
  };
  const SPECIFIERS = ['fp-ts/lib/Either.js', 'csv-parse/sync', 'knex', 'pg', 'uuid'];
  const printExports = `
    ${SPECIFIERS.map((specifier, index) => `import * as m${index} from '${specifier}';`).join('\n')}
    const typesOf = (module) => Object.fromEntries(Object.keys(module).map((name) => [name, typeof module[name]]));
    console.log(JSON.stringify([${SPECIFIERS.map((_, index) => `m${index}`).join(', ')}].map(typesOf)));`;
  let build: string;
  let withoutBundles: string;

  before(() => {
    build = newFolder();
    withoutBundles = newFolder();
    writeFileSync(join(build, 'imports.js'), printExports);
    run(packageRoot, '--import', 'tsx', SCRIPT, build);
  });
  after(() => {
    for (const folder of [build, withoutBundles]) rmSync(folder, { recursive: true, force: true });
  });

  it('export what the installed packages export, for each import that the build contains', () => {
    const bundled = printedIn(build, printExports) as ReadonlyArray<Exports>;
    const installed = printedIn(withoutBundles, printExports) as ReadonlyArray<Exports>;
    expect(bundled).to.have.length(SPECIFIERS.length);
    for (const [index, types] of installed.entries()) {
      const { __esModule: _, 'module.exports': __, ...expected } = types;
      expect(bundled[index], SPECIFIERS[index]).to.deep.equal(expected);
    }
  });

  it('share the packages that they require', () => {
    const source = `
      import knex from 'knex';
      import pg from 'pg';
      import { createRequire } from 'node:module';
      const { client } = knex({ client: 'pg' });
      const installed = createRequire(${JSON.stringify(join(packageRoot, 'package.json'))})('pg');
      console.log(JSON.stringify([client._driver() === pg, pg === installed]));`;
    expect(printedIn(build, source)).to.deep.equal([true, false]);
    expect(printedIn(withoutBundles, source)).to.deep.equal([true, true]);
  });

  it('are only those of the list that are imported', () => {
    const folders = readdirSync(join(build, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(folders).to.have.members(['csv-parse', 'fp-ts', 'knex', 'pg', 'uuid']);
  });
});
