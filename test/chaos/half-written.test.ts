import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { s3Objects } from '../../infrastructure/storage/s3-objects.js';
import { rightOf } from '../support/right-of.js';
import { startS3Server } from '../support/servers/s3-server.js';
import { removeHalfWritten } from './half-written.js';

describe('objects that the S3 server of the fault test did not finish', () => {
  let folder: string;
  let server: Awaited<ReturnType<typeof startS3Server>>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framewright-half-'));
    server = await startS3Server(undefined, { folder });
  });
  after(() => server.close());

  it('are deleted, and the others kept', async () => {
    const storage = s3Objects(server.place('test/'));
    const made = join(folder, 'made');
    await writeFile(made, 'content');
    const names = ['content', 'no-metadata', 'cut-md5', 'cut-metadata', 'replaced', 'whole', 'empty'];
    for (const name of names) {
      if (name === 'empty') await writeFile(made, '');
      rightOf(await storage.put(name, made)());
    }
    const of = (name: string, file: string) => join(folder, 'framewright', 'test', `${name}._S3rver_${file}`);
    await writeFile(of('content', 'object'), 'con');
    await rm(of('content', 'object.md5'));
    await rm(of('content', 'metadata.json'));
    await rm(of('no-metadata', 'metadata.json'));
    await writeFile(of('cut-md5', 'object.md5'), '');
    await writeFile(of('cut-metadata', 'metadata.json'), '');
    await writeFile(of('replaced', 'object'), 'con');
    expect((await storage.list()())._tag).to.equal('Left');

    await removeHalfWritten(folder);
    expect(rightOf(await storage.list()()).map(({ key }) => key)).to.deep.equal(['empty', 'whole']);
  });
});
