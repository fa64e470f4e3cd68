import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { findExecutable } from '../../../../infrastructure/platform/executables.js';
import { ffmpegMediaEncoder } from '../../../../infrastructure/rendering/ffmpeg/ffmpeg.js';
import { packageRoot } from '../../../../infrastructure/platform/package-root.js';
import { abilities, detectAbilities } from '../../../../infrastructure/machine/sandbox/abilities.js';
import { takeOver } from '../../../../infrastructure/machine/sandbox/file-exchange.js';
import { runSandboxed } from '../../../../infrastructure/machine/sandbox/run-sandboxed.js';
import { type Abilities, sandboxed } from '../../../../infrastructure/machine/sandbox/sandbox-command.js';
import { type CanaryServer, startCanaryServer } from '../../../support/canary-server.js';

const LIMITS = { cpuSeconds: 60, memoryBytes: 2 ** 31, fileBytes: 2 ** 20, processes: 64 };
const SECRET = 'the service key';
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** A data folder with files that a decoder must not reach, and the folders of a render. */
interface House {
  readonly dataDir: string;
  readonly key: string;
  readonly outputs: string;
  readonly source: string;
  readonly socket: string;
  readonly render: string;
  readonly writes: string;
}

const buildHouse = async (root: string): Promise<House> => {
  const dataDir = join(root, 'data');
  const render = join(dataDir, 'work', 'render');
  const house = {
    dataDir,
    key: join(dataDir, 'secrets', 'service-key'),
    outputs: join(dataDir, 'outputs'),
    source: join(render, 'source'),
    socket: join(dataDir, 'server.socket'),
    render,
    writes: join(render, 'written'),
  };
  for (const folder of [join(dataDir, 'secrets'), house.outputs, house.writes])
    await mkdir(folder, { recursive: true });
  await writeFile(house.key, SECRET);
  await writeFile(house.source, 'the source');
  await writeFile(join(dataDir, 'run.json'), SECRET);
  // As permissive as possible: the sandbox must keep the decoder out, not file modes.
  for (const open of [root, house.outputs, house.writes, dataDir, render]) await chmod(open, 0o777);
  if (isRoot) await chown(house.writes, NOBODY, NOBODY);
  return house;
};

/** What a compromised decoder attempts. Each attempt returns what it achieved, or why it failed. */
const attempts = (house: House, port: number): string => `
  const fs = require('node:fs'); const net = require('node:net'); const { spawnSync } = require('node:child_process');
  const h = ${JSON.stringify({ ...house, worker: process.pid, port, home: homedir(), repository: packageRoot })};
  const write = (path) => () => { fs.writeFileSync(path, 'written'); return 'written'; };
  const read = (path) => () => fs.readFileSync(path).toString().slice(0, 100);
  const connect = (where) => () => new Promise((resolve, reject) =>
    net.connect(where).on('connect', () => resolve('connected')).on('error', reject));
  const tries = {
    'copy the key to the outputs': () => fs.copyFileSync(h.key, h.outputs + '/stolen.mp4'),
    'read the key': read(h.key),
    'read the addresses of the run': read(h.dataDir + '/run.json'),
    'read the key through a symbolic link': () => { fs.symlinkSync(h.key, h.writes + '/link'); return read(h.writes + '/link')(); },
    'keep the key by a hard link': () => { fs.linkSync(h.key, h.writes + '/hard'); return 'linked'; },
    'list the data folder': () => { const names = fs.readdirSync(h.dataDir); if (names.includes('secrets')) return names.join(); throw new Error('hidden'); },
    'list other renders': () => { const names = fs.readdirSync(h.dataDir + '/work/other'); return names.join(); },
    'write to the outputs': write(h.outputs + '/made.mp4'),
    'write to the data folder': write(h.dataDir + '/made'),
    'change the source it was given': () => { fs.chmodSync(h.source, 0o666); return write(h.source)(); },
    'write next to the source': write(h.render + '/made'),
    'write to /tmp': write('/tmp/framewright-made-by-a-decoder'),
    'write to /var/tmp': write('/var/tmp/framewright-made-by-a-decoder'),
    'write to /dev/shm': write('/dev/shm/framewright-made-by-a-decoder'),
    'write to the home folder': write(h.home + '/framewright-made-by-a-decoder'),
    'write to the repository': write(h.repository + '/made-by-a-decoder'),
    'read the repository': read(h.repository + '/package.json'),
    'read the accounts of the machine': read('/etc/passwd'),
    'read the environment of the worker': read('/proc/' + h.worker + '/environ'),
    'read the memory of the worker': () => { fs.openSync('/proc/' + h.worker + '/mem', 'r'); return 'opened'; },
    'signal the worker': () => { process.kill(h.worker, 0); return 'signalled'; },
    'change a setting of the kernel': write('/proc/sys/kernel/core_pattern'),
    'mount a file system': () => { const { status, error } = spawnSync('mount', ['-t', 'tmpfs', 'none', h.writes]); if (status === 0) return 'mounted'; throw error ?? new Error('refused'); },
    'connect to this machine': connect({ port: h.port, host: '127.0.0.1' }),
    'connect to a socket of a server': connect(h.socket),
  };
  const ends = {};
  (async () => {
    for (const [name, attempt] of Object.entries(tries))
      ends[name] = await Promise.resolve().then(attempt).then((done) => 'DONE: ' + done, () => 'failed');
    fs.writeFileSync(h.writes + '/own', 'may be written');
    const caps = (() => { try { return /^CapEff:\\s*(\\S+)/m.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]; } catch { return 'unknown'; } })();
    fs.writeSync(1, JSON.stringify({ ends, source: fs.readFileSync(h.source, 'utf8'), caps, uid: process.getuid() }));
    process.exit();
  })();`;

interface Result {
  readonly ends: Readonly<Record<string, string>>;
  readonly source: string;
  readonly caps: string;
  readonly uid: number;
}

/** What a mode permits although the sandbox is active, as documented in docs/security.md. */
interface Mode {
  readonly name: string;
  readonly able: Abilities;
  readonly remains: ReadonlyArray<string>;
  /** Whether a process of root starts it as an ordinary user. */
  readonly asOrdinaryUser?: true;
}

const detected = abilities();
const withoutBubblewrap = detectAbilities((name) => (name === 'bwrap' ? undefined : findExecutable(name)));

const ordinaryUser: Mode = {
  name: 'bubblewrap, started by an ordinary user',
  able: { ...detected, bubblewrap: detected.bubblewrap && { ...detected.bubblewrap, as: 'closed user' } },
  remains: [],
  asOrdinaryUser: true,
};
const startAs = ({ asOrdinaryUser }: Mode): ReadonlyArray<string> =>
  asOrdinaryUser ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'] : [];

const worksForOrdinaryUsers = (): boolean =>
  isRoot &&
  spawnSync('setpriv', [...startAs(ordinaryUser).slice(1), 'unshare', '--user', 'true']).status === 0;

// A mode that this machine does not support cannot be tested; the worker's log says which one is active.
const modes: ReadonlyArray<Mode> = [
  ...(detected.bubblewrap ? [{ name: 'bubblewrap', able: detected, remains: [] }] : []),
  ...(detected.bubblewrap && worksForOrdinaryUsers() ? [ordinaryUser] : []),
  ...(withoutBubblewrap.landlock === undefined
    ? []
    : [
        {
          name: 'Landlock',
          able: withoutBubblewrap,
          // Landlock of these kernels does not restrict named sockets.
          remains: ['connect to a socket of a server'],
        },
      ]),
];

describe('a compromised decoder', function () {
  this.timeout(60_000);
  let root: string;
  let house: House;
  let canary: CanaryServer;
  let server: Server;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'taken-over-'));
    house = await buildHouse(root);
    canary = await startCanaryServer();
    server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(house.socket, resolve));
    await chmod(house.socket, 0o777);
  });
  afterEach(async () => {
    await Promise.all([canary.close(), new Promise((resolve) => server.close(resolve))]);
    await rm(root, { recursive: true });
  });

  for (const mode of modes)
    it(`reaches nothing but its input and its own folder (${mode.name})`, async () => {
      const program = { program: process.execPath, args: ['-e', attempts(house, canary.port)] };
      const files = { reads: [house.source], writes: house.writes };
      // For an ordinary user, the prefix starts with setpriv, which becomes the program that is tied to this process.
      const command = sandboxed(program, LIMITS, files, mode.able);
      const [first = '', ...rest] = [...startAs(mode), command.program, ...command.args];
      const { stdout, stderr } = spawnSync(first, rest, {
        encoding: 'utf8',
        timeout: 30_000,
        killSignal: 'SIGKILL',
        env: { PATH: process.env['PATH'] },
      });
      expect(stdout, stderr).to.not.equal('');
      const { ends, source, caps, uid } = JSON.parse(stdout) as Result;
      const done = Object.entries(ends).flatMap(([name, end]) =>
        end === 'failed' ? [] : [`${name}: ${end}`],
      );
      expect(done.filter((line) => !mode.remains.some((name) => line.startsWith(name)))).to.deep.equal([]);
      expect(source).to.equal('the source');
      expect(caps).to.be.oneOf(['0000000000000000', 'unknown']);
      if (mode.name.startsWith('bubblewrap')) expect(uid).to.not.equal(0);
      expect(await readdir(house.outputs)).to.deep.equal([]);
      expect(await readFile(join(house.writes, 'own'), 'utf8')).to.equal('may be written');
      expect(canary.connections()).to.equal(0);
    });

  it('has no environment except a search path, a language, and its folder as home and for temporary files', async () => {
    const { stdout, ended } = runSandboxed({
      program: 'env',
      args: [],
      files: { reads: [], writes: house.writes },
      signal: new AbortController().signal,
      limits: { ...LIMITS, wallMs: 30_000 },
    });
    let text = '';
    for await (const chunk of stdout) text += String(chunk);
    expect((await ended).ok).to.equal(true);
    const names = text
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(names).to.include.members(['PATH', 'LC_ALL', 'HOME', 'TMPDIR']);
    expect(['PATH', 'LC_ALL', 'HOME', 'TMPDIR', 'PWD', 'SHLVL', '_', 'OLDPWD']).to.include.members(names);
  });

  /** Makes the real encoder run a shell script instead of ffmpeg; the last argument of ffmpeg is its output. */
  const encodeWith = async (script: string): Promise<E.Either<unknown, void>> => {
    const program = join(root, 'ffmpeg');
    await writeFile(program, `#!/bin/sh\nfor output; do :; done\n${script}\n`, { mode: 0o755 });
    const encoder = ffmpegMediaEncoder(program);
    return encoder.run(
      {
        inputs: [{ _tag: 'Source', path: house.source, options: [] }],
        filterGraph: undefined,
        outputOptions: [],
        output: join(house.render, 'output.mp4'),
      },
      { signal: new AbortController().signal },
    )();
  };

  it('delivers an output that is a regular file', async () => {
    expect(await encodeWith('echo finished > "$output"')).to.deep.equal(E.right(undefined));
    expect(await readFile(join(house.render, 'output.mp4'), 'utf8')).to.equal('finished\n');
  });

  for (const [what, script] of [
    ['a symbolic link', 'ln -s ../../../secrets/service-key "$output"'],
    ['a pipe', 'mkfifo "$output"'],
    ['a folder', 'mkdir "$output"'],
    ['a file of two names', 'echo x > "$output"; ln "$output" "$output.second"'],
    ['nothing', 'true'],
  ])
    it(`treats ${what} as a failure`, async () => {
      expect(await encodeWith(script ?? '')).to.have.nested.property('left._tag', 'EncodingFailed');
      expect((await readdir(house.render)).sort()).to.deep.equal(['source', 'written']);
    });

  it('keeps what a failed run wrote until the render ends, so that a disk that it filled is seen to be full', async () => {
    expect(await encodeWith('echo unfinished > "$output"; exit 1')).to.have.nested.property('left._tag');
    const kept = (await readdir(house.render)).find((name) => name.startsWith('.writing-')) ?? '';
    expect(await readFile(join(house.render, kept, 'output.mp4'), 'utf8')).to.equal('unfinished\n');
    await rm(join(house.render, kept), { recursive: true });
  });

  it('leaves no link in place of a file', async () => {
    const [from, to] = [join(house.writes, 'still'), join(house.render, 'still')];
    spawnSync('ln', ['-s', house.key, from]);
    expect(takeOver(from, to)).to.equal(false);
    expect(await readdir(house.writes)).to.deep.equal([]);
    expect(await readFile(house.key, 'utf8')).to.equal(SECRET);
  });
});
