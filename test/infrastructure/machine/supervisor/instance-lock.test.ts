import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type InstanceLock,
  lockInstance,
} from '../../../../infrastructure/machine/supervisor/instance-lock.js';
import { identify, isRunning } from '../../../../infrastructure/machine/processes/process-identity.js';
import { itIfLong } from '../../../support/long-form.js';

/** A process of our own that runs until it is killed. */
const idleProcess = async (marker: string) => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)', marker], { stdio: 'ignore' });
  await once(child, 'spawn');
  return {
    identity: identify(child.pid ?? 0, marker)!,
    kill: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
};

describe('process identity', () => {
  it('recognises a process by pid, start time and command line, until it has ended', async () => {
    const idle = await idleProcess('identity-test-marker');
    const { identity } = idle;
    expect(isRunning(identity)).to.equal(true);
    expect(isRunning({ ...identity, startedAt: `${identity.startedAt}0` })).to.equal(false);
    expect(isRunning({ ...identity, marker: 'another program' })).to.equal(false);
    expect(identify(identity.pid, 'another program')).to.equal(undefined);
    await idle.kill();
    expect(isRunning(identity)).to.equal(false);
  });

  it('recognises no process with an invalid pid', () => {
    for (const pid of [0, 1, -1, Number.NaN, 1.5]) expect(identify(pid, '')).to.equal(undefined);
  });
});

describe('lock of a data folder', () => {
  let folder: string;
  const marker = process.argv[1]!;
  const lock = (timeoutMs?: number, onWait: (pid: number) => void = () => {}) =>
    lockInstance(folder, marker, onWait, timeoutMs);
  const lockOf = (identity: object, more: object = {}) =>
    writeFile(join(folder, 'standalone.lock'), JSON.stringify({ ...identity, ending: false, ...more }));

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framewright-lock-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is held by one process at a time, and can be taken again after its release', async () => {
    const first = (await lock()) as InstanceLock;
    expect(await lock()).to.deep.equal({ _tag: 'HeldBy', pid: process.pid });
    await first.release();
    expect(await lock()).to.have.property('release');
  });

  it('is taken by exactly one of many processes that find a dead lock', async () => {
    const idle = await idleProcess('dead-lock-holder');
    await lockOf(idle.identity);
    await idle.kill();
    const results = await Promise.all(Array.from({ length: 20 }, () => lock()));
    expect(results.filter((result) => 'release' in result)).to.have.length(1);
    expect(await readdir(folder)).to.deep.equal(['standalone.lock']);
  });

  itIfLong('is taken by exactly one of many processes that successively find a dead lock', async () => {
    const idle = await idleProcess('dead-lock-holder');
    await idle.kill();
    const locked = join(folder, 'standalone.lock');
    const comeLater = async (steps: number) => {
      for (let step = 0; step < steps; step += 1) await stat(folder);
      return lock();
    };
    for (let round = 0; round < 12; round += 1) {
      await lockOf(idle.identity);
      const results = await Promise.all(Array.from({ length: 24 }, (_, n) => comeLater((n * round) / 4)));
      expect(results.filter((result) => 'release' in result)).to.have.length(1);
      expect(await readdir(folder)).to.deep.equal(['standalone.lock']);
      expect(JSON.parse(await readFile(locked, 'utf8'))).to.include({ pid: process.pid, ending: false });
    }
  });

  it('is taken over from a process that died during a takeover', async () => {
    const [first, second, third] = [
      await idleProcess('one'),
      await idleProcess('two'),
      await idleProcess('three'),
    ];
    const takeoverOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
    const textOf = ({ identity }: { identity: object }) => JSON.stringify({ ...identity, ending: false });
    const takeover = `standalone.lock.${takeoverOf(textOf(first))}`;
    await writeFile(join(folder, 'standalone.lock'), textOf(first));
    await writeFile(join(folder, takeover), textOf(second));
    await writeFile(join(folder, `${takeover}.${takeoverOf(textOf(second))}`), textOf(third));
    for (const run of [first, second, third]) await run.kill();
    expect(await lock()).to.have.property('release');
    expect(await readdir(folder)).to.deep.equal(['standalone.lock']);
  });

  it('replaces an invalid lock file', async () => {
    await writeFile(join(folder, 'standalone.lock'), '{"pid":');
    expect(await lock()).to.have.property('release');
  });

  it('is not waited for while its holder and its launcher are running', async () => {
    const idle = await idleProcess('living-holder');
    await lockOf(idle.identity, { launcher: identify(process.pid, '') });
    expect(await lock()).to.deep.equal({ _tag: 'HeldBy', pid: idle.identity.pid });
    await idle.kill();
  });

  it('is waited for if its holder is ending', async () => {
    const idle = await idleProcess('ending-holder');
    await lockOf(idle.identity, { ending: true });
    const waited: Array<number> = [];
    const result = await lock(20_000, (pid) => {
      waited.push(pid);
      void idle.kill();
    });
    expect(waited).to.deep.equal([idle.identity.pid]);
    expect(result).to.have.property('release');
  });

  it('is waited for if the launcher of its holder is gone, but not forever', async () => {
    const [idle, launcher] = [await idleProcess('orphaned-holder'), await idleProcess('its-launcher')];
    await lockOf(idle.identity, { launcher: launcher.identity });
    await launcher.kill();
    const waited: Array<number> = [];
    expect(await lock(60, (pid) => waited.push(pid))).to.deep.equal({
      _tag: 'HeldBy',
      pid: idle.identity.pid,
    });
    expect(waited).to.have.length(1);
    await idle.kill();
  });
});
