import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openWorkerFolder } from '../../../../infrastructure/rendering/ffmpeg/worker-folder.js';
import { quotedUrl, scriptArgs } from '../../../support/processes/programs.js';

describe('the folder a worker works in', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'worker-folder-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

  /** A worker in a process of its own that has files in a render's folder. */
  const startWorker = async () => {
    const script = `
      import { openWorkerFolder } from ${quotedUrl('infrastructure/rendering/ffmpeg/worker-folder')};
      import { writeFileSync } from 'node:fs';
      const { path: folder } = await openWorkerFolder(${JSON.stringify(root)});
      writeFileSync(folder + '/frame.yuv', 'x');
      console.log(folder);
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, scriptArgs(script), { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return { child, folder: String(line).trim() };
  };

  it('is private, and gone when the worker closes it', async () => {
    const worker = await openWorkerFolder(join(root, 'work'));
    for (const folder of [worker.path, dirname(worker.path)]) expect(await modeOf(folder)).to.equal(0o700);
    await writeFile(join(worker.path, 'frame.yuv'), 'x');
    await worker.close();
    expect(await readdir(join(root, 'work'))).to.deep.equal([]);
  });

  it('is removed after the worker was killed, and never while it is running', async () => {
    const worker = await startWorker();
    const other = await openWorkerFolder(root);
    expect(await readdir(worker.folder)).to.include('frame.yuv');
    worker.child.kill('SIGKILL');
    await once(worker.child, 'close');
    await (await openWorkerFolder(root)).close();
    expect((await readdir(root)).map((name) => join(root, name))).to.deep.equal([other.path]);
    await other.close();
  });

  it('of another container, or not yet complete, is removed only after a long time without activity', async () => {
    const owner = { process: { pid: 2 ** 22 + 1, startedAt: 'then', marker: '' }, namespace: 'pid:[1]' };
    for (const name of ['foreign', 'unclaimed']) await mkdir(join(root, name));
    await writeFile(join(root, 'foreign', 'owner.json'), JSON.stringify(owner));
    await (await openWorkerFolder(root)).close();
    expect(await readdir(root)).to.have.members(['foreign', 'unclaimed']);
    const longAgo = new Date(Date.now() - 3_600_000);
    for (const path of ['foreign/owner.json', 'unclaimed']) await utimes(join(root, path), longAgo, longAgo);
    await (await openWorkerFolder(root)).close();
    expect(await readdir(root)).to.deep.equal([]);
  });

  it('is safe among many workers that start at once', async () => {
    const workers = await Promise.all(Array.from({ length: 20 }, () => openWorkerFolder(root)));
    for (const { path } of workers) expect(await modeOf(path)).to.equal(0o700);
    await Promise.all(workers.map((worker) => worker.close()));
    expect(await readdir(root)).to.deep.equal([]);
  });
});
