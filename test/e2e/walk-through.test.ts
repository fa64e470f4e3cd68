import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../support/eventually.js';
import { blocksOf, codeBlocks, textOfPage, withOwnPrograms } from '../support/docs/code-blocks.js';
import { type SharedStandalone, sharedStandalone } from '../support/service/shared-standalone.js';
import { itIfLong } from '../support/long-form.js';

const run = promisify(execFile);
/** The shell commands of a section, each from its `curl` to the end of its statement. */
const commandsOf = (text: string, heading: string): ReadonlyArray<string> => {
  const section = text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return codeBlocks(section)
    .flatMap(({ code }) => code.split(/\n(?=curl )/))
    .filter((command) => command.startsWith('curl '));
};

interface Record {
  readonly _id: string;
  readonly status: string;
  readonly outputUrl?: string;
  readonly metadata: { readonly name: string };
}

describe('The commands of the documents, as written', () => {
  let service: SharedStandalone;
  let cwd: string;
  const variables: { [name: string]: string } = {};
  before(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'framewright-walk-through-'));
    service = await sharedStandalone();
    variables['BASE'] = service.baseUrl;
    variables['KEY'] = service.demoKey ?? '';
  });
  after(() => rm(cwd, { recursive: true }));

  const shell = async (command: string): Promise<string> =>
    (
      await run('bash', ['-euo', 'pipefail', '-c', command], {
        cwd,
        env: { ...process.env, DATA_DIR: service.path, ...variables },
      })
    ).stdout;
  const ask = async (command: string): Promise<Record> =>
    (JSON.parse(await shell(command)) as { readonly data: Record }).data;

  it('README.md leads from a video to its MP4', async () => {
    const commands = commandsOf(textOfPage('README.md'), 'One path through the system');
    expect(commands).to.have.length(5);
    const [create = '', render = '', look = '', download = '', patch = ''] = commands;
    variables['VIDEO'] = (await ask(create))._id;
    variables['RENDER'] = (await ask(render))._id;
    let seen = await ask(look);
    while (seen.status === 'pending' || seen.status === 'processing') seen = await ask(look);
    expect(seen.status).to.equal('completed');
    variables['OUTPUT_URL'] = seen.outputUrl ?? '';
    await shell(download);
    expect((await stat(join(cwd, 'hello.mp4'))).size).to.be.greaterThan(1000);
    expect((await ask(patch)).metadata.name).to.equal('Hello again');
  });

  itIfLong('the pages about verifying lead from a checkpoint to a replay', async () => {
    await copyFile(join(cwd, 'hello.mp4'), join(cwd, 'video.mp4'));
    const pages = ['docs/audit.md', 'docs/verify/file.md', 'docs/verify/replay.md'];
    const blocks = pages.flatMap((page) => blocksOf(page, 'sh')).map(withOwnPrograms);
    const [
      keep = '',
      verify = '',
      witness = '',
      check = '',
      identify = '',
      receipt = '',
      compare = '',
      replay = '',
      ...rest
    ] = blocks;
    expect(rest).to.deep.equal([]);

    // The checkpoint is signed a moment after the events.
    await eventually(() => shell(keep));
    expect(await readFile(join(cwd, 'keys.json'), 'utf8')).to.include('"Ed25519"');
    const authentic = /authentic: 2 events, every one as it was recorded\nAll of them are in the log/;
    await eventually(async () => expect(await shell(verify)).to.match(authentic));
    expect(await shell(witness))
      .to.include('consistent: the log only grew, from 0 to')
      .and.include(' 0 differences');
    expect(await shell(check)).to.include('The event store matches the log');
    expect(await shell(receipt)).to.match(/^verified/);
    expect(JSON.parse(await shell(identify)).data).to.deep.include({ verdict: 'identical' });
    const { fields, ranges } = JSON.parse(await shell(compare)).data;
    expect(fields).to.deep.equal([{ path: '/metadata/name', before: 'Hello', after: 'Hello again' }]);
    expect(ranges).to.deep.equal([]);
    expect(await readFile(join(cwd, 'diff.html'), 'utf8')).to.include('The versions look the same');
    expect(await shell(replay)).to.match(
      /identical\n {2}output \(mp4\): identical by file, stored file kept$/m,
    );
  });
});
