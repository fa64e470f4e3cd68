import { expect } from 'chai';
import { picturePool } from '../../../infrastructure/media/pictures/picture-pool.js';
import { eventually } from '../../support/eventually.js';

describe('The pool of picture processes', () => {
  it('hands out a started spare, keeps it for its render, and starts another once it is put away', async () => {
    const pool = picturePool(1);
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
    pool.close();
  });

  it('never hands out a process that has died', async () => {
    const pool = picturePool(0);
    const worker = pool.take('/renders/a');
    pool.giveBack('/renders/a', worker);
    worker.kill();
    await eventually(() => expect(worker.isRunning()).to.equal(false));
    const next = pool.take('/renders/a');
    expect(next.isRunning()).to.equal(true);
    next.kill();
    pool.close();
  });

  it('ends its spares when it is closed', async () => {
    const pool = picturePool(1);
    const spare = pool.take('/renders/a');
    pool.giveBack('/renders/a', spare);
    pool.close();
    await eventually(() => expect(spare.isRunning()).to.equal(false));
  });
});
