import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { ENGINE_PROGRAM } from '../../../../infrastructure/rendering/engine/engine-processes.js';
import { TaskProcessPool } from '../../../../infrastructure/rendering/tasks/task-process-pool.js';
import { eventually } from '../../../support/eventually.js';
import { folderForSuite } from '../../../support/for-suite.js';

const A = { folder: '/renders/a' };
const B = { folder: '/renders/b' };

describe('The pool of task processes', () => {
  const root = folderForSuite();

  it('returns a spare process, keeps it for its render, and starts another when it is released', async () => {
    const pool = new TaskProcessPool(ENGINE_PROGRAM, root, 1);
    const first = pool.take(A);
    expect(first.isRunning()).to.equal(true);
    pool.giveBack(A, first);
    expect(pool.take(A)).to.equal(first);
    pool.giveBack(A, first);
    const other = pool.take(B);
    expect(other).not.to.equal(first);
    await eventually(() => expect(first.isRunning()).to.equal(false));
    other.kill();
    await eventually(() => expect(other.isRunning()).to.equal(false));
    await pool.close();
  });

  it('never returns a process that has died', async () => {
    const pool = new TaskProcessPool(ENGINE_PROGRAM, root, 0);
    const worker = pool.take(A);
    pool.giveBack(A, worker);
    worker.kill();
    await eventually(() => expect(worker.isRunning()).to.equal(false));
    const next = pool.take(A);
    expect(next.isRunning()).to.equal(true);
    next.kill();
    await pool.close();
  });

  it('ends the process that has waited longest when too many wait', async () => {
    const pool = new TaskProcessPool(ENGINE_PROGRAM, root, 0, { maxIdle: 1, idleMs: 60_000 });
    const [first, second] = [pool.take(A), pool.take(B)];
    pool.giveBack(A, first);
    pool.giveBack(B, second);
    await eventually(() => expect(first.isRunning()).to.equal(false));
    expect(pool.take(B)).to.equal(second);
    await pool.close();
  });

  it('returns the process that the same render gave back last', async () => {
    const pool = new TaskProcessPool(ENGINE_PROGRAM, root, 0, { idleMs: 60_000 });
    const [first, second] = [pool.take(A), pool.take(A)];
    pool.giveBack(A, first);
    pool.giveBack(A, second);
    expect(pool.take(A)).to.equal(second);
    await pool.close();
  });

  it('keeps the process of a series for its next preview, and starts another when the series pauses', async () => {
    const pool = new TaskProcessPool(ENGINE_PROGRAM, root, 1, { idleMs: 10, seriesIdleMs: 60_000 });
    const first = pool.take({ folder: '/renders/a', series: 'of one owner' });
    pool.giveBack({ folder: '/renders/a', series: 'of one owner' }, first);
    await eventually(() => expect(readdirSync(root)).to.have.lengthOf(2));
    const other = pool.take({ folder: '/renders/b', series: 'of another' });
    expect(other).not.to.equal(first);
    expect(pool.take({ folder: '/renders/c', series: 'of one owner' })).to.equal(first);
    await pool.close();
  });

  it('ends the processes of a render that is released, and no others', async () => {
    const pool = new TaskProcessPool(ENGINE_PROGRAM, root, 0, { idleMs: 60_000 });
    const [first, second] = [pool.take(A), pool.take(B)];
    pool.giveBack(A, first);
    pool.giveBack(B, second);
    await pool.release(A);
    expect(first.isRunning()).to.equal(false);
    expect(pool.take(B)).to.equal(second);
    await pool.close();
  });

  it('ends its processes when it is closed, and removes their folders', async () => {
    const pool = new TaskProcessPool(ENGINE_PROGRAM, root, 1);
    const spare = pool.take(A);
    pool.giveBack(A, spare);
    await pool.close();
    expect(spare.isRunning()).to.equal(false);
    expect(readdirSync(root)).to.deep.equal([]);
  });
});
