import { expect } from 'chai';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findExecutable } from '../../../../infrastructure/platform/executables.js';
import { makeWritableFolder } from '../../../../infrastructure/machine/sandbox/file-exchange.js';
import { runSandboxed } from '../../../../infrastructure/machine/sandbox/run-sandboxed.js';
import { abilities } from '../../../../infrastructure/machine/sandbox/abilities.js';
import {
  NO_ABILITIES,
  type ResourceLimits,
  sandboxed,
} from '../../../../infrastructure/machine/sandbox/sandbox-command.js';
import { eventually } from '../../../support/eventually.js';
import { folderForSuite } from '../../../support/for-suite.js';
import { quotedUrl, scriptArgs } from '../../../support/processes/programs.js';

const MiB = 1024 * 1024;
const LIMITS: ResourceLimits = {
  cpuSeconds: 60,
  memoryBytes: 1024 * MiB,
  fileBytes: 64 * MiB,
  processes: 64,
};

const NO_FILES = { reads: [] };
const isIsolated = (): boolean => abilities().isolated || abilities().bubblewrap !== undefined;

const run = (program: string, args: ReadonlyArray<string>, limits: Partial<ResourceLimits> = {}) => {
  const command = sandboxed({ program, args }, { ...LIMITS, ...limits }, NO_FILES, abilities());
  return spawnSync(command.program, [...command.args], { encoding: 'utf8', timeout: 120_000 });
};

const runNode = (script: string, limits: Partial<ResourceLimits> = {}) =>
  run(process.execPath, ['-e', script], limits);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

// If the machine does not support something, the worker's log says so; there is nothing to test then.
describe('the sandbox of child processes', () => {
  const folder = folderForSuite();

  it('passes arguments and results through unchanged', () => {
    const odd = ['a b', '"', "'; touch x", '$(id)', '--', '-x', '*', ''];
    const { stdout, status } = run(process.execPath, [
      '-p',
      'JSON.stringify(process.argv.slice(1))',
      '--',
      ...odd,
    ]);
    expect(JSON.parse(stdout)).to.deep.equal(odd);
    expect(status).to.equal(0);
    expect(runNode('process.exit(7)').status).to.equal(7);
  });

  it('runs the plain program on a machine without any sandboxing', () => {
    const command = { program: 'ffmpeg', args: ['-i', 'x'] };
    expect(sandboxed(command, LIMITS, NO_FILES, NO_ABILITIES)).to.deep.equal(command);
  });

  if (isIsolated()) {
    it('leaves no process running, not even one that left the group', async () => {
      const script = `require('node:child_process').spawn('sleep', ['1234.5'], { detached: true, stdio: 'ignore' })
        .on('spawn', () => console.log('up')).unref(); setTimeout(() => {}, 60_000);`;
      const node = { program: process.execPath, args: ['-e', script] };
      const command = sandboxed(node, LIMITS, NO_FILES, abilities());
      const child = spawn(command.program, [...command.args], { detached: true });
      await once(child.stdout, 'data');
      const sleepers = () =>
        spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout.match(/^sleep 1234\.5$/m);
      expect(sleepers()).to.not.equal(null);
      process.kill(-child.pid!, 'SIGKILL');
      await once(child, 'close');
      await eventually(() => expect(sleepers()).to.equal(null));
    });
  }

  if (abilities().bubblewrap) {
    it('shows a program the devices that it is given, and no others', async () => {
      // A file in the folder of devices, because machines differ in what they have besides the usual devices.
      const device = join('/dev/shm', `sandbox-${process.pid}`);
      await writeFile(device, 'a device', { mode: 0o644 });
      const cat = { program: findExecutable('cat') ?? 'cat', args: [device] };
      const outputWith = (devices: ReadonlyArray<string>): string => {
        const { program, args } = sandboxed(cat, LIMITS, { reads: [], devices }, abilities());
        return spawnSync(program, [...args], { encoding: 'utf8' }).stdout;
      };
      expect(outputWith([device])).to.equal('a device');
      expect(outputWith([])).to.equal('');
      await rm(device);
    });
  }

  if (abilities().tied) {
    it('ends with the process that started it, even if that is killed', async () => {
      const [limits, files, able] = [LIMITS, NO_FILES, abilities()].map((value) => JSON.stringify(value));
      const script = `const { spawn } = await import('node:child_process');
        const { sandboxed } = await import(${quotedUrl('infrastructure/machine/sandbox/sandbox-command')});
        const { program, args } = sandboxed({ program: 'sleep', args: ['1234'] }, ${limits}, ${files}, ${able});
        console.log(spawn(program, args, { detached: true }).pid);
        setTimeout(() => {}, 60_000);`;
      const starter = spawn(process.execPath, scriptArgs(script));
      const [line] = (await once(starter.stdout, 'data')) as [Buffer];
      starter.kill('SIGKILL');
      await eventually(() => expect(isAlive(Number(line))).to.equal(false));
    });

    it('does not start if the process that started it is already gone', () => {
      const echo = { program: 'echo', args: ['began'] };
      const outputOf = (parent: number): string => {
        const { program, args } = sandboxed(echo, LIMITS, NO_FILES, abilities(), parent);
        return spawnSync(program, [...args], { encoding: 'utf8' }).stdout;
      };
      expect(outputOf(process.pid)).to.equal('began\n');
      expect(outputOf(1)).to.equal('');
    });
  }

  if (abilities().limited) {
    for (const [what, script, exceeded] of [
      ['used up its processor time', 'while :; do :; done', true],
      ['wrote too large a file', 'exec head -c 2000000 /dev/zero > "$TMPDIR/large"', true],
      ['only speaks of limits', 'echo "Cannot allocate memory" >&2; exit 1', false],
    ] as const)
      it(`reports whether a program exceeded its limits: one that ${what}`, async () => {
        const writes = join(folder, what.replaceAll(' ', '-'));
        makeWritableFolder(writes);
        const { stdout, ended } = runSandboxed({
          program: 'sh',
          args: ['-c', script],
          files: { reads: [], writes },
          signal: new AbortController().signal,
          limits: { ...LIMITS, cpuSeconds: 1, fileBytes: MiB, wallMs: 60_000 },
        });
        stdout.resume();
        expect(await ended).to.include({ ok: false, aborted: false, exceeded });
      });

    it('refuses memory beyond the limit', () => {
      const script =
        'const all = []; for (let n = 0; n < 12; n += 1) all.push(Buffer.alloc(32 << 20, 1)); console.log(all.length)';
      expect(runNode(script, { memoryBytes: 2048 * MiB }).stdout).to.equal('12\n');
      expect(runNode(script, { memoryBytes: 320 * MiB }).stdout).to.equal('');
    });

    it('refuses to let a file grow beyond the limit', async () => {
      const file = join(folder, 'large');
      await chmod(folder, 0o777);
      const script = `process.on('SIGXFSZ', () => {}); const fs = require('node:fs'); const f = fs.openSync(${JSON.stringify(file)}, 'w');
        for (let n = 0; n < 8; n += 1) fs.writeSync(f, Buffer.alloc(1 << 20));`;
      const node = { program: process.execPath, args: ['-e', script] };
      const files = { reads: [], writes: folder };
      const { program, args } = sandboxed(node, { ...LIMITS, fileBytes: 3 * MiB }, files, abilities());
      expect(spawnSync(program, [...args]).status).to.not.equal(0);
      expect((await stat(file)).size).to.equal(3 * MiB);
    });
  }

  if (abilities().limited && isIsolated()) {
    it('refuses processes beyond the limit', () => {
      const script = 'for n in 1 2 3 4 5 6 7 8 9; do sleep 2 & done; wait';
      expect(run('sh', ['-c', script], { processes: 5 }).stderr).to.match(/fork/i);
    });
  }
});
