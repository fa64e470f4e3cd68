import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dataFolder, startStandalone } from '../support/standalone.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

const run = promisify(execFile);
const README = join(packageRoot, 'README.md');

/** The shell commands of a section, each from its `curl` to the end of its statement. */
const commandsOf = (readme: string, heading: string): ReadonlyArray<string> => {
  const section = readme.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/```sh\n(.*?)```/gs)]
    .flatMap(([, block]) => (block ?? '').split(/\n(?=curl )/))
    .filter((command) => command.startsWith('curl '));
};

interface Record {
  readonly _id: string;
  readonly status: string;
  readonly outputUrl?: string;
  readonly metadata: { readonly name: string };
}

describe('README.md', () => {
  it('leads from a video to its MP4 with the commands as written', async function () {
    this.timeout(120_000);
    const commands = commandsOf(await readFile(README, 'utf8'), 'One path through the system');
    expect(commands).to.have.length(5);
    const [create = '', render = '', look = '', download = '', patch = ''] = commands;
    const folder = await dataFolder();
    const service = await startStandalone(folder.path);
    const cwd = await mkdtemp(join(tmpdir(), 'framewright-readme-'));
    const variables: { [name: string]: string } = { BASE: service.baseUrl, KEY: service.demoKey ?? '' };
    const shell = async (command: string): Promise<string> =>
      (await run('bash', ['-euo', 'pipefail', '-c', command], { cwd, env: { ...process.env, ...variables } }))
        .stdout;
    const ask = async (command: string): Promise<Record> =>
      (JSON.parse(await shell(command)) as { readonly data: Record }).data;
    try {
      variables['VIDEO'] = (await ask(create))._id;
      variables['RENDER'] = (await ask(render))._id;
      let seen = await ask(look);
      while (seen.status === 'pending' || seen.status === 'processing') seen = await ask(look);
      expect(seen.status).to.equal('completed');
      variables['OUTPUT_URL'] = seen.outputUrl ?? '';
      await shell(download);
      expect((await stat(join(cwd, 'hello.mp4'))).size).to.be.greaterThan(1000);
      expect((await ask(patch)).metadata.name).to.equal('Hello again');
    } finally {
      await service.end('SIGTERM');
      await folder.remove();
      await rm(cwd, { recursive: true });
    }
  });
});
