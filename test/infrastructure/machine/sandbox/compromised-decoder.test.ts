import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { findExecutable } from '../../../../infrastructure/platform/executables.js';
import { ffmpegMediaEncoder } from '../../../../infrastructure/rendering/ffmpeg/ffmpeg.js';
import { attempts, makeFolders, type Folders, NOBODY, type Result, SECRET } from './decoder-attempts.js';
import { isRoot } from '../../../support/processes/rights.js';
import { abilities, detectAbilities } from '../../../../infrastructure/machine/sandbox/abilities.js';
import { moveOutput } from '../../../../infrastructure/machine/sandbox/file-exchange.js';
import { runSandboxed } from '../../../../infrastructure/machine/sandbox/run-sandboxed.js';
import { type Abilities, sandboxed } from '../../../../infrastructure/machine/sandbox/sandbox-command.js';
import { type CanaryServer, startCanaryServer } from '../../../support/servers/canary-server.js';

const LIMITS = { cpuSeconds: 60, memoryBytes: 2 ** 31, fileBytes: 2 ** 20, processes: 64 };

/** What a mode permits although the sandbox is active, as documented in docs/sandbox.md. */
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

describe('a compromised decoder', () => {
  let root: string;
  let folders: Folders;
  let canary: CanaryServer;
  let server: Server;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'taken-over-'));
    folders = await makeFolders(root);
    canary = await startCanaryServer();
    server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(folders.socket, resolve));
    await chmod(folders.socket, 0o777);
  });
  afterEach(async () => {
    await Promise.all([canary.close(), new Promise((resolve) => server.close(resolve))]);
    await rm(root, { recursive: true });
  });

  for (const mode of modes)
    it(`reaches nothing but its input and its own folder (${mode.name})`, async () => {
      const program = { program: process.execPath, args: ['-e', attempts(folders, canary.port)] };
      const files = { reads: [folders.source], writes: folders.writes };
      // For an ordinary user, the prefix starts with setpriv, which becomes the program that is tied to this process.
      const command = sandboxed(program, LIMITS, files, mode.able);
      const [first = '', ...rest] = [...startAs(mode), command.program, ...command.args];
      const { stdout, stderr } = spawnSync(first, rest, {
        encoding: 'utf8',
        timeout: 120_000,
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
      expect(await readdir(folders.outputs)).to.deep.equal([]);
      expect(await readFile(join(folders.writes, 'own'), 'utf8')).to.equal('may be written');
      expect(canary.connections()).to.equal(0);
    });

  it('has no environment except a search path, a language, and its folder as home and for temporary files', async () => {
    const { stdout, ended } = runSandboxed({
      program: 'env',
      args: [],
      files: { reads: [], writes: folders.writes },
      signal: new AbortController().signal,
      limits: { ...LIMITS, wallMs: 120_000 },
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
        inputs: [{ path: folders.source, options: [] }],
        filterGraph: undefined,
        outputOptions: [],
        output: join(folders.render, 'output.mp4'),
      },
      { signal: new AbortController().signal },
    )();
  };

  it('delivers an output that is a regular file', async () => {
    expect(await encodeWith('echo finished > "$output"')).to.deep.equal(E.right(undefined));
    expect(await readFile(join(folders.render, 'output.mp4'), 'utf8')).to.equal('finished\n');
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
      expect((await readdir(folders.render)).sort()).to.deep.equal(['source', 'written']);
    });

  it('keeps what a failed run wrote until the render ends, so that a disk that it filled is seen to be full', async () => {
    expect(await encodeWith('echo unfinished > "$output"; exit 1')).to.have.nested.property('left._tag');
    const kept = (await readdir(folders.render)).find((name) => name.startsWith('.writing-')) ?? '';
    expect(await readFile(join(folders.render, kept, 'output.mp4'), 'utf8')).to.equal('unfinished\n');
    await rm(join(folders.render, kept), { recursive: true });
  });

  it('leaves no link in place of a file', async () => {
    const [from, to] = [join(folders.writes, 'still'), join(folders.render, 'still')];
    spawnSync('ln', ['-s', folders.key, from]);
    expect(moveOutput(from, to)).to.equal(false);
    expect(await readdir(folders.writes)).to.deep.equal([]);
    expect(await readFile(folders.key, 'utf8')).to.equal(SECRET);
  });
});
