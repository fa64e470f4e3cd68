import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINE_PROGRAM } from '../../../../infrastructure/rendering/engine/engine-processes.js';
import { taskProcessPool } from '../../../../infrastructure/rendering/tasks/task-process-pool.js';
import { eventually } from '../../../support/eventually.js';

describe('The pool of task processes', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'task-process-pool-'));
  });
  after(() => rm(root, { recursive: true }));

  it('returns a spare process, keeps it for its render, and starts another when it is released', async () => {
    const pool = taskProcessPool(ENGINE_PROGRAM, root, 1);
    const first = pool.take({ folder: '/renders/a' });
    expect(first.isRunning()).to.equal(true);
    pool.giveBack({ folder: '/renders/a' }, first);
    expect(pool.take({ folder: '/renders/a' })).to.equal(first);
    pool.giveBack({ folder: '/renders/a' }, first);
    const other = pool.take({ folder: '/renders/b' });
    expect(other).not.to.equal(first);
    await eventually(() => expect(first.isRunning()).to.equal(false));
    other.kill();
    await eventually(() => expect(other.isRunning()).to.equal(false));
    await pool.close();
  });

  it('never returns a process that has died', async () => {
    const pool = taskProcessPool(ENGINE_PROGRAM, root, 0);
    const worker = pool.take({ folder: '/renders/a' });
    pool.giveBack({ folder: '/renders/a' }, worker);
    worker.kill();
    await eventually(() => expect(worker.isRunning()).to.equal(false));
    const next = pool.take({ folder: '/renders/a' });
    expect(next.isRunning()).to.equal(true);
    next.kill();
    await pool.close();
  });

  it('ends the process that has waited longest when too many wait', async () => {
    const pool = taskProcessPool(ENGINE_PROGRAM, root, 0, { mostIdle: 1, idleMs: 60_000 });
    const [first, second] = [pool.take({ folder: '/renders/a' }), pool.take({ folder: '/renders/b' })];
    pool.giveBack({ folder: '/renders/a' }, first);
    pool.giveBack({ folder: '/renders/b' }, second);
    await eventually(() => expect(first.isRunning()).to.equal(false));
    expect(pool.take({ folder: '/renders/b' })).to.equal(second);
    await pool.close();
  });

  it('returns the process that the same render gave back last', async () => {
    const pool = taskProcessPool(ENGINE_PROGRAM, root, 0, { idleMs: 60_000 });
    const user = { folder: '/renders/a' };
    const [first, second] = [pool.take(user), pool.take(user)];
    pool.giveBack(user, first);
    pool.giveBack(user, second);
    expect(pool.take(user)).to.equal(second);
    await pool.close();
  });

  it('keeps the process of a series for its next preview, and starts another when the series pauses', async () => {
    const pool = taskProcessPool(ENGINE_PROGRAM, root, 1, { idleMs: 10, seriesIdleMs: 60_000 });
    const first = pool.take({ folder: '/renders/a', series: 'of one owner' });
    pool.giveBack({ folder: '/renders/a', series: 'of one owner' }, first);
    await eventually(() => expect(readdirSync(root)).to.have.lengthOf(2));
    const other = pool.take({ folder: '/renders/b', series: 'of another' });
    expect(other).not.to.equal(first);
    expect(pool.take({ folder: '/renders/c', series: 'of one owner' })).to.equal(first);
    await pool.close();
  });

  it('ends the processes of a render that is released, and no others', async () => {
    const pool = taskProcessPool(ENGINE_PROGRAM, root, 0, { idleMs: 60_000 });
    const [first, second] = [pool.take({ folder: '/renders/a' }), pool.take({ folder: '/renders/b' })];
    pool.giveBack({ folder: '/renders/a' }, first);
    pool.giveBack({ folder: '/renders/b' }, second);
    await pool.release({ folder: '/renders/a' });
    expect(first.isRunning()).to.equal(false);
    expect(pool.take({ folder: '/renders/b' })).to.equal(second);
    await pool.close();
  });

  it('ends its processes when it is closed, and removes their folders', async () => {
    const pool = taskProcessPool(ENGINE_PROGRAM, root, 1);
    const spare = pool.take({ folder: '/renders/a' });
    pool.giveBack({ folder: '/renders/a' }, spare);
    await pool.close();
    expect(spare.isRunning()).to.equal(false);
    expect(readdirSync(root)).to.deep.equal([]);
  });
});
