import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { picturePool } from '../../../../infrastructure/rendering/pictures/picture-pool.js';
import { eventually } from '../../../support/eventually.js';

describe('The pool of picture processes', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'picture-pool-'));
  });
  after(() => rm(root, { recursive: true }));

  it('hands out a started spare, keeps it for its render, and starts another once it is put away', async () => {
    const pool = picturePool(root, 1);
    const first = pool.take('/renders/a');
    expect(first.isRunning()).to.equal(true);
    pool.giveBack('/renders/a', first);
    expect(pool.take('/renders/a')).to.equal(first);
    pool.giveBack('/renders/a', first);
    const other = pool.take('/renders/b');
    expect(other).not.to.equal(first);
    await eventually(() => expect(first.isRunning()).to.equal(false));
    other.kill();
    await eventually(() => expect(other.isRunning()).to.equal(false));
    await pool.close();
  });

  it('never hands out a process that has died', async () => {
    const pool = picturePool(root, 0);
    const worker = pool.take('/renders/a');
    pool.giveBack('/renders/a', worker);
    worker.kill();
    await eventually(() => expect(worker.isRunning()).to.equal(false));
    const next = pool.take('/renders/a');
    expect(next.isRunning()).to.equal(true);
    next.kill();
    await pool.close();
  });

  it('ends its processes when it is closed, and removes their folders', async () => {
    const pool = picturePool(root, 1);
    const spare = pool.take('/renders/a');
    pool.giveBack('/renders/a', spare);
    await pool.close();
    expect(spare.isRunning()).to.equal(false);
    expect(readdirSync(root)).to.deep.equal([]);
  });
});
