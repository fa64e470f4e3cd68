import { spawnSync } from 'node:child_process';
import { link, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoredObject } from '../../../application/ports/object-storage.js';
import { localFiles } from '../../../infrastructure/storage/local-files.js';
import { rightOf } from '../../support/right-of.js';
import { contentOf, NO_KEYS, objectAt, objectStorageContract } from './object-storage-contract.js';

objectStorageContract('local files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-storage-'));
  return { storage: localFiles(folder), close: () => rm(folder, { recursive: true }) };
});

describe('object storage in local files', () => {
  let home: string;
  let outputs: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'framewright-storage-'));
    outputs = join(home, 'outputs');
  });
  afterEach(() => rm(home, { recursive: true }));

  const file = async (content: string): Promise<string> => {
    const path = join(home, 'made');
    await writeFile(path, content);
    return path;
  };
  const found = (key: string): Promise<StoredObject> => objectAt(localFiles(outputs), key);

  it('keeps objects as files that others cannot read, and nothing else', async () => {
    rightOf(await localFiles(outputs).put('a.mp4', await file('x'))());
    expect(await readdir(outputs)).to.deep.equal(['a.mp4']);
    expect((await stat(outputs)).mode & 0o777).to.equal(0o700);
  });

  it('replaces an object atomically: a reader of the old one can read it to the end', async () => {
    rightOf(await localFiles(outputs).put('a.mp4', await file('old'))());
    const reading = (await found('a.mp4')).read();
    await new Promise((resolve) => reading.once('open', resolve));
    await rm(join(home, 'made'));
    rightOf(await localFiles(outputs).put('a.mp4', await file('new'))());
    expect((await buffer(reading as Readable)).toString()).to.equal('old');
    expect(await contentOf(await found('a.mp4'))).to.equal('new');
  });

  it('leaves nothing behind when it fails', async () => {
    const path = await file('x');
    for (const key of NO_KEYS)
      expect((await localFiles(outputs).put(key, path)())._tag, key).to.equal('Left');
    expect((await localFiles(outputs).put('a.mp4', join(home, 'missing'))())._tag).to.equal('Left');
    expect(await readdir(home)).to.have.members(['made', 'outputs']);
    expect(await readdir(outputs)).to.deep.equal([]);
  });

  it('removes the partial files of interrupted calls, but not of one that began later', async () => {
    rightOf(await localFiles(outputs).put('a.mp4', await file('x'))());
    await writeFile(join(outputs, '.b.mp4.partial'), 'half');
    expect(await localFiles(outputs).removeUnfinished(new Date(0))()).to.deep.equal(E.right(0));
    expect(await localFiles(outputs).removeUnfinished(new Date(Date.now() + 60_000))()).to.deep.equal(
      E.right(1),
    );
    expect(await readdir(outputs)).to.deep.equal(['a.mp4']);
    expect(await localFiles(join(home, 'none')).removeUnfinished(new Date())()).to.deep.equal(E.right(0));
  });

  it('finds only regular files, not links, folders or pipes', async () => {
    const secret = await file('secret');
    await mkdir(join(outputs, 'folder.mp4'), { recursive: true });
    await symlink(secret, join(outputs, 'link.mp4'));
    await symlink('link.mp4', join(outputs, 'chain.mp4'));
    expect(spawnSync('mkfifo', [join(outputs, 'pipe.mp4')]).status).to.equal(0);
    for (const key of ['folder.mp4', 'link.mp4', 'chain.mp4', 'pipe.mp4'])
      expect(await localFiles(outputs).find(key)(), key).to.deep.equal(E.right(O.none));
  });

  it('does not follow a link that replaced a file after it was found', async () => {
    rightOf(await localFiles(outputs).put('a.mp4', await file('finished'))());
    const object = await found('a.mp4');
    await rm(join(outputs, 'a.mp4'));
    await symlink(await file('secret'), join(outputs, 'a.mp4'));
    const outcome = await contentOf(object).catch((error: NodeJS.ErrnoException) => error.code);
    expect(outcome).to.equal('ELOOP');
  });

  it('stores only regular files with a single name', async () => {
    const secret = join(home, 'secret');
    await writeFile(secret, 'secret');
    await symlink(secret, join(home, 'symbolic'));
    await link(secret, join(home, 'hard'));
    await mkdir(join(home, 'folder'));
    expect(spawnSync('mkfifo', [join(home, 'pipe')]).status).to.equal(0);
    for (const name of ['symbolic', 'hard', 'folder', 'pipe'])
      expect((await localFiles(outputs).put('a.mp4', join(home, name))())._tag, name).to.equal('Left');
    expect(await readdir(outputs)).to.deep.equal([]);
  });
});
