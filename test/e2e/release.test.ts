import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { folderForSuite } from '../support/for-suite.js';
import { itIfLong } from '../support/long-form.js';

const run = promisify(execFile);

describe('npm run release', function () {
  // Installing the packages of a clone takes minutes.
  this.timeout(900_000);
  const folder = folderForSuite();

  itIfLong(
    'makes the sources, the packed clients, the list of packages and their sums from a clone',
    async () => {
      const [clone, made] = [join(folder, 'clone'), join(folder, 'clone', 'dist-release')];
      await run('git', ['clone', '--quiet', packageRoot, clone]);
      await run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: clone });
      await run('npm', ['run', 'release'], { cwd: clone, maxBuffer: 16 * 1024 ** 2 });

      const { version } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8'));
      const archive = `framewright-${version}.tar.gz`;
      const files = [
        archive,
        `framewright-${version}.cdx.json`,
        `framewright-client-${version}.tgz`,
        `n8n-nodes-framewright-${version}.tgz`,
      ];
      expect(await readdir(made)).to.have.members([...files, 'SHA256SUMS']);
      const { stdout: checked } = await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
        cwd: made,
      });
      expect(checked.trim().split('\n')).to.have.members(files.map((file) => `${file}: OK`));

      const { stdout: sources } = await run('tar', ['-tzf', archive], {
        cwd: made,
        maxBuffer: 16 * 1024 ** 2,
      });
      const { stdout: committed } = await run('git', ['ls-files'], { cwd: clone, maxBuffer: 16 * 1024 ** 2 });
      for (const file of ['package-lock.json', 'docker-compose.yml', 'README.md'])
        expect(sources.split('\n')).to.include(`framewright-${version}/${file}`);
      expect(sources.split('\n').filter((name) => name !== '' && !name.endsWith('/'))).to.have.length(
        committed.trim().split('\n').length,
      );

      const { metadata, components } = JSON.parse(await readFile(join(made, files[1] ?? ''), 'utf8'));
      expect([metadata.component.name, metadata.component.version]).to.deep.equal(['framewright', version]);
      const names = components.map(({ name }: { name: string }) => name);
      expect(names).to.include.members(['koa', 'sharp', 'pg']).and.not.include('mocha');
    },
  );
});
