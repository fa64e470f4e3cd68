import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

const switchOver = (type: string, cases: string): string =>
  `export const f = (a: ${type}): number => { switch (a) { ${cases} } };\n`;

const TAGGED = "{ readonly _tag: 'A' } | { readonly _tag: 'B' }";
const switchOverTag = (cases: string): string =>
  `export const f = (a: ${TAGGED}): number => { switch (a._tag) { ${cases} } };\n`;

const REFUSED: Readonly<Record<string, string>> = {
  'default-instead-of-a-case.ts': switchOver("'a' | 'b'", "case 'a': return 1; default: return 2;"),
  'default-after-all-cases.ts': switchOver(
    "'a' | 'b'",
    "case 'a': return 1; case 'b': return 2; default: return 3;",
  ),
  'default-instead-of-a-tag.ts': switchOverTag("case 'A': return 1; default: return 2;"),
  'missing-case.ts': switchOver("'a' | 'b' | 'c'", "case 'a': return 1; case 'b': return 2;"),
};
const ACCEPTED: Readonly<Record<string, string>> = {
  'all-cases.ts': switchOver("'a' | 'b'", "case 'a': return 1; case 'b': return 2;"),
  'all-tags.ts': switchOverTag("case 'A': return 1; case 'B': return 2;"),
  'default-over-strings.ts': switchOver('string', "case 'a': return 1; default: return 2;"),
};

/** The files of a tree that the linter refuses because of a `switch`, with the project's settings. */
const refused = async (files: Readonly<Record<string, string>>): Promise<ReadonlyArray<string>> => {
  const tree = await realpath(await mkdtemp(join(tmpdir(), 'switches-')));
  try {
    await symlink(join(packageRoot, 'node_modules'), join(tree, 'node_modules'));
    const compilerOptions = { module: 'NodeNext', target: 'ES2023', strict: true, types: [] };
    await writeFile(join(tree, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    await writeFile(join(tree, 'package.json'), '{ "type": "module" }');
    await Promise.all(Object.entries(files).map(([name, code]) => writeFile(join(tree, name), code)));
    const linter = join(packageRoot, 'node_modules/oxlint/bin/oxlint');
    const settings = join(packageRoot, '.oxlintrc.json');
    const output = await new Promise<string>((resolve) => {
      execFile(
        process.execPath,
        [linter, '--type-aware', '-c', settings, '-f', 'json', ...Object.keys(files)],
        { cwd: tree },
        (_, stdout) => resolve(stdout),
      );
    });
    const { diagnostics } = JSON.parse(output) as {
      readonly diagnostics: ReadonlyArray<{ readonly code: string; readonly filename: string }>;
    };
    return diagnostics
      .filter(({ code }) => code.includes('switch-exhaustiveness-check'))
      .map(({ filename }) => filename)
      .toSorted();
  } finally {
    await rm(tree, { recursive: true });
  }
};

describe('npm run lint: switches over unions', () => {
  it('refuses a default and a missing case, and accepts a default over other types', async () => {
    expect(await refused({ ...REFUSED, ...ACCEPTED })).to.deep.equal(Object.keys(REFUSED).toSorted());
  });
});
