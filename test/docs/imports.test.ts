import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

/** A row of the import table. */
interface Row {
  readonly folder: string;
  readonly house: ReadonlyArray<string>;
  readonly npm: ReadonlyArray<string>;
  readonly pure: boolean;
  readonly timers: boolean;
}

/** A line of code in a folder, and whether the table allows it. */
interface Case {
  readonly folder: string;
  readonly code: string;
  readonly allowed: boolean;
}

type Table = Readonly<
  Record<
    string,
    Pick<Row, 'house' | 'npm'> & { readonly pure?: boolean; readonly globals?: ReadonlyArray<string> }
  >
>;

const tableRows = async (): Promise<ReadonlyArray<Row>> => {
  const file = pathToFileURL(join(packageRoot, 'lint/import-table.js')).href;
  const { importTable } = (await import(file)) as { readonly importTable: Table };
  return Object.entries(importTable).map(([folder, { house, npm, pure = false, globals = [] }]) => ({
    folder,
    house,
    npm,
    pure,
    timers: !pure || globals.includes('setTimeout'),
  }));
};

const within = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** An import of a file from every folder of the table, and from every folder that a row may import. */
const houseCases = (row: Row, rows: ReadonlyArray<Row>): ReadonlyArray<Case> => {
  const files = rows.flatMap(({ folder, house }) => [
    `${folder}/other`,
    ...house.map((name) => `${name}/other`),
  ]);
  const targets = [...new Set([...files, 'test/support/renders/render'])];
  return targets.map((target) => ({
    folder: row.folder,
    code: `import * as _ from '${relative(row.folder, target).replace(/^(?!\.)/, './')}.js';`,
    allowed: [row.folder, ...row.house].some((name) => within(name, target)),
  }));
};

const npmCases = ({ folder, npm }: Row, packages: ReadonlyArray<string>): ReadonlyArray<Case> => {
  const node = npm.includes('node:');
  const oneExport = (name: string): Case => ({
    folder,
    code: `import { ${name} } from 'node:crypto';`,
    allowed: node || npm.includes(`node:crypto#${name}`),
  });
  return [
    ...packages.flatMap((name) =>
      [name, `${name}/lib/file.js`].map((module) => ({
        folder,
        code: `import * as _ from '${module}';`,
        allowed: npm.includes(name),
      })),
    ),
    ...['node:crypto', 'node:fs', 'node:child_process'].flatMap((module) => [
      { folder, code: `import * as _ from '${module}';`, allowed: node },
      { folder, code: `export * from '${module}';`, allowed: node },
      { folder, code: `void import('${module}');`, allowed: node },
      { folder, code: `import other = require('${module}');`, allowed: node },
    ]),
    ...['knex', 'sharp'].flatMap((module) => [
      { folder, code: `createRequire(here)('${module}');`, allowed: npm.includes(module) },
      {
        folder,
        code: `const require = createRequire(here);\nrequire('${module}');`,
        allowed: npm.includes(module),
      },
    ]),
    ...[
      'void import(name);',
      'require(name);',
      'const load = createRequire(here);',
      "import * as load from 'node:module';",
      "import load from 'node:module';",
      "import { createRequire as load } from 'node:module';",
    ].map((code) => ({
      folder,
      code,
      allowed: false,
    })),
    ...['hash', 'randomUUID', 'randomBytes'].map(oneExport),
  ];
};

const IMPURE = [
  'Date.now();',
  'Date();',
  'new Date();',
  'const { now } = Date;',
  'performance.now();',
  'Math.random();',
  "Math['random']();",
  'crypto.randomUUID();',
  'globalThis.crypto.randomUUID();',
  'process.hrtime();',
  "void fetch('http://localhost');",
  'new Intl.DateTimeFormat().format();',
  'void import.meta.url;',
];
const TIMERS = ['setTimeout(() => undefined, 1);', 'setImmediate(() => undefined);'];
const PURE = [
  'new Date(0);',
  "Date.parse('2024-01-01');",
  'Date.UTC(2024, 0);',
  'Math.max(1, 2);',
  "new Intl.Segmenter('und');",
  '({ now: 1, process: 2 });',
];

const purityCases = ({ folder, pure, timers }: Row): ReadonlyArray<Case> => [
  ...IMPURE.map((code) => ({ folder, code, allowed: !pure })),
  ...TIMERS.map((code) => ({ folder, code, allowed: timers })),
  ...PURE.map((code) => ({ folder, code, allowed: true })),
];

/**
 * Runs the linter with the project's settings over a tree with one file per case.
 * @returns the files it refuses
 */
const refused = async (files: ReadonlyMap<string, string>): Promise<ReadonlySet<string>> => {
  const tree = await mkdtemp(join(tmpdir(), 'imports-'));
  try {
    await Promise.all(
      [...files].map(async ([path, code]) => {
        await mkdir(dirname(join(tree, path)), { recursive: true });
        await writeFile(join(tree, path), code);
      }),
    );
    const linter = join(packageRoot, 'node_modules/oxlint/bin/oxlint');
    const output = await new Promise<string>((resolve) => {
      const options = { cwd: tree, maxBuffer: 2 ** 28 };
      execFile(
        process.execPath,
        [linter, '-c', join(packageRoot, '.oxlintrc.json'), '-f', 'json', '.'],
        options,
        (_, stdout) => resolve(stdout),
      );
    });
    const { diagnostics } = JSON.parse(output) as {
      diagnostics: ReadonlyArray<{ code: string; filename: string }>;
    };
    return new Set(
      diagnostics.filter(({ code }) => code.startsWith('house(')).map(({ filename }) => filename),
    );
  } finally {
    await rm(tree, { recursive: true });
  }
};

describe('The import table', () => {
  let rows: ReadonlyArray<Row>;
  let cases: ReadonlyArray<Case & { readonly file: string }>;
  let refusedFiles: ReadonlySet<string>;

  before(async () => {
    rows = await tableRows();
    const { dependencies, devDependencies } = JSON.parse(
      await readFile(join(packageRoot, 'package.json'), 'utf8'),
    ) as {
      readonly dependencies: Readonly<Record<string, string>>;
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    const named = rows.flatMap(({ npm }) => npm).filter((name) => !name.startsWith('node:'));
    const packages = [...new Set([...Object.keys({ ...dependencies, ...devDependencies }), ...named])];
    cases = rows
      .flatMap((row) => [...houseCases(row, rows), ...npmCases(row, packages), ...purityCases(row)])
      .map((each, index) => ({ ...each, file: `${each.folder}/case-${index}.ts` }));
    refusedFiles = await refused(
      new Map([
        ...cases.map(({ file, code }) => [file, code] as const),
        ['infrastructure/unlisted/file.ts', "import 'koa';"],
      ]),
    );
  });

  const shown = (wanted: boolean) =>
    cases
      .filter(({ allowed, file }) => allowed === wanted && refusedFiles.has(file) === wanted)
      .map(({ folder, code }) => `${folder}: ${code}`);

  it('has a row for each folder, and cells of both kinds', () => {
    expect(rows.length).to.be.greaterThan(20);
    expect(cases.filter(({ allowed }) => allowed)).to.have.length.greaterThan(200);
    expect(cases.filter(({ allowed }) => !allowed)).to.have.length.greaterThan(1000);
  });

  it('is enforced: the linter refuses every import, clock and random source that the table does not allow', () => {
    expect(shown(false)).to.deep.equal([]);
  });

  it('is complete: the linter accepts every import that the table allows', () => {
    expect(shown(true)).to.deep.equal([]);
  });

  it('must name every folder: the linter refuses imports in one without a row', () => {
    expect([...refusedFiles]).to.include('infrastructure/unlisted/file.ts');
  });
});
