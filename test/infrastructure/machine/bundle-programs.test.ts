import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { BUNDLES, optionsOf } from '../../../infrastructure/machine/setup/programs.js';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';

const ALONE = 'rendering/drawing/drawing-process';
/** Two programs of one bundle. */
const SHARING = ['processes/api', 'cli/admin/main'];

/** Prints what it takes from Node, a package, its place and another module, then what its input says. */
const program = (root: string): string => `
  import { readFileSync } from 'node:fs';
  import { createRequire } from 'node:module';
  import { fileURLToPath } from 'node:url';
  import * as E from 'fp-ts/lib/Either.js';
  import { neighbour } from '${root}/neighbour.js';
  import folder from '${root}/common.cjs';
  const later = await Promise.resolve(E.right('a package'));
  console.log(later.right, neighbour(), typeof createRequire(import.meta.url).resolve('pg'), '– é', folder);
  for await (const bytes of process.stdin) {
    if (String(bytes) === 'fail') throw new Error('as it was told');
    if (String(bytes) === 'later') (await import('${root}/lazy.js')).evaluated();
    console.log(String(bytes));
  }
  process.exit(0);`;
const NEIGHBOUR = `
  import { readFileSync } from 'node:fs';
  export const neighbour = () => readFileSync(new URL('./neighbour.txt', import.meta.url), 'utf8');`;
const COMMON = "module.exports = require('node:path').basename(__dirname);";
const LAZY = `
  console.log('evaluated');
  export const evaluated = () => undefined;`;
/** In TypeScript, so that its lines differ from those of its JavaScript. */
const THROWING = `
interface Removed {
  readonly by: 'the compiler';
}
export const fail = (how: Removed): never => {
  throw new Error(how.by);
};
console.log('started');
for await (const _ of process.stdin) fail({ by: 'the compiler' });
`;
const MAPPED = 'cli/render-file';

describe('bundled programs', () => {
  // In the project, as a build is: packages are found in its node_modules.
  let build: string;
  let unbundled: ReturnType<typeof spawnSync>;

  const fileOf = (name: string): string => join(build, 'infrastructure', `${name}.js`);
  const bundleOf = (name: string): string => {
    const found = BUNDLES.find(({ programs }) => programs.includes(name));
    return join(build, 'infrastructure', found?.file ?? '');
  };
  const run = (args: ReadonlyArray<string>, input = '') =>
    spawnSync(process.execPath, args, { cwd: packageRoot, encoding: 'utf8', input });
  const runProgram = (name: string, input: string, options = optionsOf(name)) =>
    run([...options, fileOf(name)], input);
  const succeed = (args: ReadonlyArray<string>): void => {
    const { status, stdout, stderr } = run(args);
    expect(status, stdout + stderr).to.equal(0);
  };
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(build, path)), { recursive: true });
    writeFileSync(join(build, path), text);
  };

  before(() => {
    build = mkdtempSync(join(packageRoot, 'dist-bundle-'));
    for (const name of BUNDLES.flatMap(({ programs }) => programs))
      write(`infrastructure/${name}.js`, program('../'.repeat(name.split('/').length - 1).slice(0, -1)));
    write('infrastructure/neighbour.js', NEIGHBOUR);
    write('infrastructure/neighbour.txt', 'a file');
    write('infrastructure/common.cjs', COMMON);
    write('infrastructure/lazy.js', LAZY);
    write(`infrastructure/${MAPPED}.ts`, THROWING);
    const tsc = join(packageRoot, 'node_modules/typescript/bin/tsc');
    const compiler = { outDir: '.', rootDir: '..', types: ['node'] };
    const settings = { extends: '../tsconfig.build.json', include: [] };
    const compile = (name: string, rootDir: string, files: ReadonlyArray<string>): void => {
      write(name, JSON.stringify({ ...settings, compilerOptions: { ...compiler, rootDir }, files }));
      succeed([tsc, '-p', join(build, name)]);
    };
    compile('tsconfig.json', '..', ['../infrastructure/platform/bundled-program.ts']);
    compile('tsconfig.mapped.json', '.', [`infrastructure/${MAPPED}.ts`]);
    unbundled = runProgram(ALONE, 'order');
    succeed(['--import', 'tsx', 'infrastructure/machine/setup/bundle-programs.ts', build]);
  });
  after(() => rmSync(build, { recursive: true, force: true }));

  it('do what their modules did, alone and in one bundle with others', () => {
    expect(unbundled.stdout).to.equal('a package a file string – é infrastructure\norder\n');
    for (const name of [ALONE, ...SHARING]) {
      const { status, stdout, stderr } = runProgram(name, 'order');
      expect([status, stdout, stderr], name).to.deep.equal([0, unbundled.stdout, '']);
    }
  });

  it('evaluate what they import later when they do', () => {
    for (const name of [ALONE, ...SHARING]) {
      const { stdout } = runProgram(name, 'later');
      expect(stdout.split('\n').slice(1), name).to.deep.equal(['evaluated', 'later', '']);
    }
  });

  it('need none of their modules', () => {
    for (const name of [ALONE, ...SHARING]) {
      const bundle = readFileSync(bundleOf(name), 'utf8');
      expect(bundle).to.include('neighbour = ');
      expect(bundle).not.to.match(/^import /m);
      expect(bundle, 'its folder, which a finished build leaves').not.to.include(build);
      expect(bundle).to.match(/^[\0-\x7F]*$/);
    }
  });

  it('fail with an error that nothing catches', () => {
    const { status, stderr } = runProgram(ALONE, 'fail');
    expect(status).to.equal(1);
    expect(stderr).to.include('as it was told');
  });

  it('name the lines of their sources in traces, if source maps are enabled', () => {
    const source = join(build, `infrastructure/${MAPPED}.ts`);
    const mapped = runProgram(MAPPED, 'fail', ['--enable-source-maps']);
    expect(mapped.stdout).to.equal('started\n');
    expect(mapped.stderr).to.include(`Error: the compiler\n    at fail (${source}:6:9)\n`);
    expect(mapped.stderr).to.include(`    at ${source}:9:38\n`);
    expect(runProgram(MAPPED, 'fail').stderr).to.match(/at fail \(service\.bundle\.js:\d+:\d+\)/);
  });

  it('take the code that was compiled with the build, under the same options only', () => {
    const asked = `
      const [loader, bundle, program] = process.argv.slice(1);
      const { loadBundle } = await import(loader);
      console.log(loadBundle(bundle, program).cachedDataRejected);`;
    const loader = join(build, 'infrastructure/platform/bundled-program.js');
    const says = (name: string, options: ReadonlyArray<string>) =>
      run([...options, '--input-type=module', '--eval', asked, loader, bundleOf(name), name]).stdout.trim();
    for (const name of [ALONE, ...SHARING, 'processes/embedded-event-store'])
      expect(says(name, optionsOf(name)), name).to.equal('false');
    expect(says(ALONE, ['--interrupt-budget=500000'])).to.equal('true');
    rmSync(`${bundleOf(ALONE)}.rendering-drawing-drawing-process.compiled`);
    expect(says(ALONE, optionsOf(ALONE))).to.equal('undefined');
  });
});
