import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { codeRoot, packageRoot } from '../../../infrastructure/platform/package-root.js';

/** Whether this runs from a build. */
const isBuilt = codeRoot !== packageRoot;

describe('bundled programs', () => {
  /** The build that the tests run from, or else one that is made here. */
  let build = codeRoot;
  const run = (...args: ReadonlyArray<string>) =>
    spawnSync(process.execPath, args, {
      cwd: packageRoot,
      encoding: 'utf8',
      env: { ...process.env, PORT: 'none' },
    });

  before(() => {
    if (isBuilt) return;
    // In the project, as a build is: packages are found in its node_modules.
    build = mkdtempSync(join(packageRoot, 'dist-bundle-'));
    const script = join(packageRoot, 'infrastructure/machine/setup/bundle-programs.ts');
    const { status, stderr } = run('--import', 'tsx', script, build);
    expect(status, stderr).to.equal(0);
  });
  after(() => {
    if (!isBuilt) rmSync(build, { recursive: true, force: true });
  });

  it('need nothing but the bundles and the installed packages', () => {
    for (const name of ['api', 'projector', 'standalone', 'webhooks', 'worker']) {
      const { status, stderr } = run(join(build, `infrastructure/processes/${name}.js`));
      expect([status, stderr], name).to.deep.equal([1, 'PORT must be a whole number from 0 to 65535\n']);
    }
  });

  it('name the lines of their sources in traces, if source maps are enabled', () => {
    const program = join(build, 'infrastructure/cli/render-file.js');
    const { status, stderr } = run('--enable-source-maps', program, 'missing.json', 'output.mp4');
    expect(status).to.equal(1);
    expect(stderr).to.match(
      new RegExp(`at async readProject \\(${packageRoot}/infrastructure/cli/render-file\\.ts:\\d+:\\d+\\)`),
    );
  });
});
