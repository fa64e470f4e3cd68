import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import {
  type StartedProcess,
  startProcess,
} from '../../../../infrastructure/machine/processes/started-process.js';
import { openChildLog } from '../../../../infrastructure/machine/supervisor/child-log.js';
import { startNodeChild } from '../../../../infrastructure/machine/supervisor/node-child.js';
import {
  type Supervised,
  pauseAfter,
  supervise,
  defaultRestartPolicy,
} from '../../../../infrastructure/machine/supervisor/supervisor.js';
import { scriptFolder } from '../../../support/processes/child-script.js';
import { processesIn } from '../../../support/processes/processes-in.js';
import { eventually } from '../../../support/eventually.js';

const obedient = `
  setInterval(() => {}, 1e6);
  process.on('disconnect', () => process.exit(0));
  process.on('SIGTERM', () => process.exit(0));
  process.send({ ready: true });`;
/** What it wrote arrives when it has ended already. */
const crashing = `
  import { spawn } from 'node:child_process';
  const writeLate = 'while kill -0 ' + process.pid + ' 2>/dev/null; do :; done; sleep 0.1; echo cannot go on >&2';
  spawn('sh', ['-c', writeLate], { stdio: ['ignore', 'ignore', 'inherit'] });
  process.exit(3);`;
const silent = `setInterval(() => {}, 1e6); process.on('disconnect', () => process.exit(0));`;
const stubborn = `process.on('SIGTERM', () => {}); ${silent} process.send({ ready: true });`;

const policy = { ...defaultRestartPolicy, firstPause: 1, longestPause: 4 };

describe('supervision of child processes', () => {
  let scripts: Awaited<ReturnType<typeof scriptFolder>>;
  let shown: Array<string>;
  let started: Array<StartedProcess>;
  let supervised: Array<Supervised>;
  const neverStopped = new AbortController().signal;

  beforeEach(async () => {
    scripts = await scriptFolder();
    [shown, started, supervised] = [[], [], []];
  });
  afterEach(async () => {
    await Promise.all(supervised.map(({ stop }) => stop()));
    await Promise.all(started.map(({ stop }) => stop()));
    await scripts.remove();
  });

  const child = async (source: string, readyWithin = 10_000) => {
    const script = await scripts.script('child', source);
    const log = openChildLog(join(scripts.folder, 'child.log'), (line) => shown.push(line));
    return async (signal: AbortSignal): Promise<StartedProcess> => {
      const running = await startNodeChild(
        { name: 'child', script, env: process.env, log, readyWithin, endWithin: 10_000 },
        signal,
      );
      started.push(running);
      return running;
    };
  };
  const keep = async (start: (signal: AbortSignal) => Promise<StartedProcess>, signal = neverStopped) => {
    const kept = await supervise({ name: 'child', start }, pino({ level: 'silent' }), signal, policy);
    supervised.push(kept);
    return kept;
  };
  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  it('starts a child in its own session, and stops it', async () => {
    const kept = await keep(await child(obedient));
    const { pid } = started[0]!;
    if (process.platform === 'linux') {
      const session = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[3];
      expect(session).to.equal(String(pid));
    }
    await kept.stop();
    expect(isAlive(pid)).to.equal(false);
    expect(await started[0]!.exited).to.deep.equal({ code: 0, signal: null });
  });

  it('restarts a child each time it is killed, until it is stopped', async () => {
    const kept = await keep(await child(obedient));
    for (const round of [0, 1, 2]) {
      process.kill(started[round]!.pid, 'SIGKILL');
      await eventually(() => expect(started.length).to.equal(round + 2));
    }
    await kept.stop();
    expect(started.filter(({ pid }) => isAlive(pid))).to.deep.equal([]);
    expect(started).to.have.length(4);
  });

  it('gives up on a child that cannot start after three attempts, and shows its output', async () => {
    const failure = await keep(await child(crashing)).catch(String);
    expect(failure).to.equal('Error: child ended with exit code 3 while starting');
    expect(shown.filter((line) => line === 'cannot go on')).to.have.length(3);
  });

  it('gives up on a child that never becomes ready, and ends it', async () => {
    const failure = await (await child(silent, 300))(neverStopped).then(() => 'started', String);
    expect(failure).to.equal('Error: child was not ready within 0.3 s');
    expect(await processesIn(scripts.folder)).to.deep.equal([]);
  });

  it('restarts a child that is failing', async () => {
    const start = await child(obedient);
    let fails = (_reason: string): void => undefined;
    const kept = await supervise(
      { name: 'child', start, failing: () => new Promise((resolve) => (fails = resolve)) },
      pino({ level: 'silent' }),
      neverStopped,
      policy,
    );
    supervised.push(kept);
    fails('does not answer');
    await eventually(() => expect(started.length).to.equal(2));
    expect(isAlive(started[0]!.pid)).to.equal(false);
    expect(isAlive(started[1]!.pid)).to.equal(true);
  });

  it('stops waiting for a first start when the run is to stop', async () => {
    const stopping = new AbortController();
    const outcome = keep(await child(silent), stopping.signal).then(
      () => 'started',
      () => 'given up',
    );
    await eventually(async () => expect(await processesIn(scripts.folder)).to.have.length(1));
    stopping.abort();
    expect(await outcome).to.equal('given up');
    expect(await processesIn(scripts.folder)).to.deep.equal([]);
  });

  it('leaves nothing running if it is stopped while it restarts a child', async () => {
    const kept = await keep(await child(obedient));
    process.kill(started[0]!.pid, 'SIGKILL');
    await started[0]!.exited;
    await kept.stop();
    expect(started.filter(({ pid }) => isAlive(pid))).to.deep.equal([]);
  });

  it('lets a child end by itself if its parent is killed', async () => {
    const [obedientChild, parent] = [
      await scripts.script('orphan', obedient),
      await scripts.script(
        'parent',
        `import { spawn } from 'node:child_process';
         const child = spawn(process.execPath, [process.argv[2]], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], detached: true });
         child.once('message', () => { process.send({ ready: true }); process.send({ child: child.pid }); });`,
      ),
    ];
    const running = spawn(process.execPath, [parent, obedientChild], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const orphan = await new Promise<number>((resolve) => {
      running.on('message', (message) => {
        if (typeof message === 'object' && 'child' in message) resolve(message.child as number);
      });
    });
    running.kill('SIGKILL');
    await eventually(() => expect(isAlive(orphan)).to.equal(false));
  });

  it('kills a child that does not stop when asked', async () => {
    const script = await scripts.script('stubborn', stubborn);
    const running = await startProcess({
      command: process.execPath,
      args: [script],
      env: process.env,
      cwd: scripts.folder,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      stopSignal: 'SIGTERM',
      graceMs: 100,
    });
    await new Promise((resolve) => running.child.once('message', resolve));
    await running.stop();
    expect(await running.exited).to.deep.equal({ code: null, signal: 'SIGKILL' });
  });

  it('doubles the pause up to the longest', () => {
    const pauses = [1, 2, 3, 8, 9, 1000].map((failures) => pauseAfter(failures, defaultRestartPolicy));
    expect(pauses).to.deep.equal([250, 500, 1000, 5000, 5000, 5000]);
  });
});
