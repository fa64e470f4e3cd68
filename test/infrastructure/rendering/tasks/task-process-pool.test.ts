import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pictureProgram } from '../../../../infrastructure/rendering/pictures/picture-program.js';
import { taskProcessPool } from '../../../../infrastructure/rendering/tasks/task-process-pool.js';
import { eventually } from '../../../support/eventually.js';

describe('The pool of task processes', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'task-process-pool-'));
  });
  after(() => rm(root, { recursive: true }));

  it('returns a spare process, keeps it for its render, and starts another when it is released', async () => {
    const pool = taskProcessPool(pictureProgram(), root, 1);
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

  it('never returns a process that has died', async () => {
    const pool = taskProcessPool(pictureProgram(), root, 0);
    const worker = pool.take('/renders/a');
    pool.giveBack('/renders/a', worker);
    worker.kill();
    await eventually(() => expect(worker.isRunning()).to.equal(false));
    const next = pool.take('/renders/a');
    expect(next.isRunning()).to.equal(true);
    next.kill();
    await pool.close();
  });

  it('ends the process that has waited longest when too many wait', async () => {
    const pool = taskProcessPool(pictureProgram(), root, 0, { mostIdle: 1, idleMs: 60_000 });
    const [first, second] = [pool.take('/renders/a'), pool.take('/renders/b')];
    pool.giveBack('/renders/a', first);
    pool.giveBack('/renders/b', second);
    await eventually(() => expect(first.isRunning()).to.equal(false));
    expect(pool.take('/renders/b')).to.equal(second);
    await pool.close();
  });

  it('ends its processes when it is closed, and removes their folders', async () => {
    const pool = taskProcessPool(pictureProgram(), root, 1);
    const spare = pool.take('/renders/a');
    pool.giveBack('/renders/a', spare);
    await pool.close();
    expect(spare.isRunning()).to.equal(false);
    expect(readdirSync(root)).to.deep.equal([]);
  });
});
