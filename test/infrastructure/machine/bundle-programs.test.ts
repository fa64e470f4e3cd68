import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { PROGRAM_OPTIONS } from '../../../infrastructure/platform/bundled-program.js';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';

const DRAWING = 'infrastructure/rendering/drawing/drawing-process.js';
const PICTURES = 'infrastructure/rendering/pictures/picture-process.js';

/** Prints what it takes from Node, a package, its place and another module, then what its input says. */
const PROGRAM = `
  import { readFileSync } from 'node:fs';
  import { createRequire } from 'node:module';
  import { fileURLToPath } from 'node:url';
  import * as E from 'fp-ts/lib/Either.js';
  import { neighbour } from '../neighbour.js';
  const later = await Promise.resolve(E.right('a package'));
  console.log(later.right, neighbour(), typeof createRequire(import.meta.url).resolve('pg'));
  for await (const bytes of process.stdin) {
    if (String(bytes) === 'fail') throw new Error('as it was told');
    console.log(String(bytes));
  }
  process.exit(0);`;
const NEIGHBOUR = `
  import { readFileSync } from 'node:fs';
  export const neighbour = () => readFileSync(new URL('./neighbour.txt', import.meta.url), 'utf8');`;

describe('bundled programs', () => {
  // In the project, as a build is: packages are found in its node_modules.
  let build: string;
  let unbundled: ReturnType<typeof spawnSync>;

  const run = (args: ReadonlyArray<string>, input = '') =>
    spawnSync(process.execPath, args, { cwd: packageRoot, encoding: 'utf8', input });
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
    write(DRAWING, PROGRAM);
    write(PICTURES, PROGRAM);
    write('infrastructure/rendering/neighbour.js', NEIGHBOUR);
    write('infrastructure/rendering/neighbour.txt', 'a file');
    const tsc = join(packageRoot, 'node_modules/typescript/bin/tsc');
    const settings = { extends: '../tsconfig.build.json', compilerOptions: { outDir: '.', rootDir: '..' } };
    const loader = '../infrastructure/platform/bundled-program.ts';
    write('tsconfig.json', JSON.stringify({ ...settings, files: [loader], include: [] }));
    succeed([tsc, '-p', join(build, 'tsconfig.json')]);
    unbundled = run([join(build, DRAWING)], 'order');
    succeed(['--import', 'tsx', 'infrastructure/machine/setup/bundle-programs.ts', build]);
  });
  after(() => rmSync(build, { recursive: true, force: true }));

  it('do what their modules did', () => {
    expect(unbundled.stdout).to.equal('a package a file string\norder\n');
    for (const program of [DRAWING, PICTURES]) {
      const { status, stdout, stderr } = run([...PROGRAM_OPTIONS, join(build, program)], 'order');
      expect([status, stdout, stderr]).to.deep.equal([0, unbundled.stdout, '']);
    }
  });

  it('need none of their modules', () => {
    const bundle = readFileSync(join(build, DRAWING.replace(/\.js$/, '.bundle.js')), 'utf8');
    expect(bundle).to.include('const neighbour');
    expect(bundle).not.to.match(/^import /m);
    expect(bundle, 'its folder, which a finished build leaves').not.to.include(build);
  });

  it('fail with an error that nothing catches', () => {
    const { status, stderr } = run([join(build, DRAWING)], 'fail');
    expect(status).to.equal(1);
    expect(stderr).to.include('as it was told');
  });

  it('take the code that was compiled with the build, under the same options only', () => {
    const bundle = join(build, PICTURES.replace(/\.js$/, '.bundle.js'));
    const asked = `
      const [loader, bundle] = process.argv.slice(1);
      const { runBundle } = await import(loader);
      console.log(runBundle(bundle).cachedDataRejected);`;
    const loader = join(build, 'infrastructure/platform/bundled-program.js');
    const says = (options: ReadonlyArray<string>) =>
      run([...options, '--input-type=module', '--eval', asked, loader, bundle]).stdout.split('\n')[0];
    expect(says(PROGRAM_OPTIONS)).to.equal('false');
    expect(says(['--interrupt-budget=500000'])).to.equal('true');
    rmSync(`${bundle}.compiled`);
    expect(says(PROGRAM_OPTIONS)).to.equal('undefined');
  });
});
