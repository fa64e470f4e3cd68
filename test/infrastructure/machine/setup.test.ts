import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { findExecutable } from '../../../infrastructure/platform/executables.js';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';
import { buildWhenStale, WEB_PAGES } from '../../../infrastructure/machine/setup/build-when-stale.js';
import { findMissing, fontAndModelFiles } from '../../../infrastructure/machine/setup/find-missing.js';
import { needs } from '../../../infrastructure/machine/setup/needs.js';
import { type Installer, type Rights, planSetup } from '../../../infrastructure/machine/setup/plan.js';
import { unpackPackages } from '../../../infrastructure/machine/setup/unpack-packages.js';
import { programArgs } from '../../support/processes/programs.js';

const apt = (rights: Rights): Installer => ({ kind: 'apt', rights });
const NOTHING = { commands: [], unpack: [], lines: [] };
const lacking = (...names: ReadonlyArray<string>) => needs.filter(({ name }) => names.includes(name));

/** The commands of a plan as a user would type them. */
const commandsOf = ({ commands }: ReturnType<typeof planSetup>): ReadonlyArray<string> =>
  commands.map(({ program, args }) => [program, ...args].join(' '));

describe('missing needs', () => {
  it('report every missing program on a bare machine, and none on a complete one', () => {
    expect(findMissing(needs, { hasProgram: () => false, files: new Set() })).to.deep.equal(needs);
    const files = new Set(needs.flatMap(({ files = [] }) => files));
    expect(findMissing(needs, { hasProgram: () => true, files })).to.deep.equal([]);
  });

  it('are detected by programs and files; one of several programs is enough', () => {
    const files = new Set(needs.flatMap(({ files = [] }) => files));
    const either = { name: 'either', purpose: '', neededBy: 'service', debian: [], homebrew: [] } as const;
    const missing = findMissing([...needs, { ...either, programs: ['absent', 'present'] }], {
      hasProgram: (name) => !['ffmpeg', 'absent'].includes(name),
      files: new Set([...files].filter((name) => name !== 'NotoColorEmoji.ttf')),
    });
    expect(missing.map(({ name }) => name)).to.deep.equal(['ffmpeg', 'Noto Color Emoji font']);
  });

  it('are absent on this machine, because these tests run after the setup', () => {
    const machine = {
      hasProgram: (name: string) => findExecutable(name) !== undefined,
      files: fontAndModelFiles(),
    };
    expect(findMissing(needs, machine)).to.deep.equal([]);
  });

  it('finds programs outside the PATH, and only executable files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'framewright-path-'));
    writeFileSync(join(folder, 'plain'), '', { mode: 0o644 });
    writeFileSync(join(folder, 'program'), '', { mode: 0o755 });
    mkdirSync(join(folder, 'subfolder'));
    expect(findExecutable('program', folder)).to.equal(join(folder, 'program'));
    expect(findExecutable('plain', folder)).to.equal(undefined);
    expect(findExecutable('subfolder', folder)).to.equal(undefined);
    expect(findExecutable('nats-server', '')).to.match(/nats-server$/);
    rmSync(folder, { recursive: true });
  });
});

describe('setup plan', () => {
  it('does nothing if nothing is missing', () => {
    for (const installer of [apt('none'), { kind: 'homebrew' } as const]) {
      expect(planSetup([], installer)).to.deep.equal(NOTHING);
    }
  });

  it('installs on Debian as root: each package once, without recommended packages and prompts', () => {
    const plan = planSetup([...lacking('ffmpeg'), ...lacking('ffmpeg', 'Noto CJK fonts')], apt('root'));
    expect(commandsOf(plan)).to.have.length(2);
    expect(commandsOf(plan)[1]).to.match(
      /^apt-get .* install -y --no-install-recommends ffmpeg fonts-noto-cjk$/,
    );
    expect(plan).to.have.nested.property('commands[0].env.DEBIAN_FRONTEND', 'noninteractive');
    expect(plan).to.have.deep.property('unpack', []);
  });

  it('fetches the package lists first, and uses sudo if it needs no password', () => {
    const commands = commandsOf(planSetup(lacking('ffmpeg'), apt('sudo')));
    expect(commands[0]).to.match(/^sudo -n DEBIAN_FRONTEND=noninteractive apt-get .* update$/);
    expect(commands[1]).to.match(/^sudo -n .* install -y --no-install-recommends ffmpeg$/);
  });

  it('only unpacks nats-server, whose installation would start a service, and needs no privileges for it', () => {
    const bare = planSetup(needs, apt('root'));
    expect(bare).to.have.deep.property('unpack', ['nats-server']);
    expect(commandsOf(bare).join(' ')).to.not.include('nats-server');
    for (const rights of ['none', 'sudo that asks'] as const)
      expect(planSetup(lacking('nats-server'), apt(rights))).to.deep.equal({
        ...NOTHING,
        unpack: ['nats-server'],
      });
  });

  it('unpacks all that works without installation for a user without rights, and says how to install the rest', () => {
    for (const [rights, prefix] of [
      ['sudo that asks', 'sudo '],
      ['none', ''],
    ] as const) {
      const plan = planSetup(needs, apt(rights));
      expect(plan.commands).to.deep.equal([]);
      expect(plan.unpack).to.deep.equal([
        'bubblewrap',
        'nats-server',
        'fonts-liberation2',
        'fonts-noto-core',
        'fonts-noto-color-emoji',
        'fonts-noto-cjk',
      ]);
      expect(plan.lines.slice(-2)).to.deep.equal([
        `  ${prefix}apt-get update`,
        `  ${prefix}apt-get install -y --no-install-recommends ffmpeg pocketsphinx pocketsphinx-en-us espeak-ng flite curl jq python3-flask chromium-headless-shell faketime procps python3`,
      ]);
    }
  });

  it('uses Homebrew on macOS for what is missing there', () => {
    const plan = planSetup(needs, { kind: 'homebrew' });
    expect(commandsOf(plan)).to.deep.equal([
      'brew install ffmpeg nats-server cmu-pocketsphinx espeak-ng flite jq chromium libfaketime python',
    ]);
    expect(planSetup(lacking('Noto fonts'), { kind: 'homebrew' })).to.deep.equal(NOTHING);
  });

  it('says what to install if it knows no installer', () => {
    const onMac = planSetup(lacking('ffmpeg'), { kind: 'none', platform: 'darwin' });
    expect(JSON.stringify(onMac)).to.include('brew install ffmpeg');
    const elsewhere = planSetup(lacking('ffmpeg', 'bubblewrap'), { kind: 'none', platform: 'linux' });
    expect(JSON.stringify(elsewhere)).to.include('ffmpeg (encodes with hardware, and small AV1)');
    expect(JSON.stringify(elsewhere)).to.include('(in Debian: ffmpeg bubblewrap)');
  });
});

const MAIN = 'infrastructure/machine/setup/main';

describe('setup', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'framewright-setup-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is silent and succeeds on a complete machine', () => {
    const run = spawnSync(process.execPath, programArgs(MAIN, '--install', '--tests'), {
      cwd: packageRoot,
      encoding: 'utf8',
    });
    expect(run).to.include({ status: 0, stdout: '', stderr: '' });
  });

  it('continues without optional programs that cannot be installed', () => {
    const programs = needs.flatMap(({ name, programs: [program] = [] }) =>
      name === 'bubblewrap' || program === undefined ? [] : [program],
    );
    for (const program of programs) symlinkSync(findExecutable(program) ?? '', join(folder, program));
    writeFileSync(join(folder, 'apt-get'), '#!/bin/sh\nexit 100\n', { mode: 0o755 });
    const { status, stderr } = spawnSync(process.execPath, programArgs(MAIN, '--install'), {
      cwd: packageRoot,
      encoding: 'utf8',
      env: { ...process.env, PATH: folder },
    });
    expect(stderr).to.match(
      /^Continuing without bubblewrap: a hostile file that takes over a decoder may reach more/m,
    );
    expect(status).to.equal(0);
  });

  it('puts the programs and fonts of a package into the tools folder and leaves nothing else there', () => {
    if (findExecutable('dpkg-deb') === undefined) {
      expect(process.platform).to.not.equal('linux');
      return;
    }
    const tree = join(folder, 'package');
    mkdirSync(join(tree, 'DEBIAN'), { recursive: true });
    mkdirSync(join(tree, 'usr/sbin'), { recursive: true });
    const control =
      'Package: tool\nVersion: 1\nArchitecture: all\nMaintainer: T <t@example.org>\nDescription: t\n';
    writeFileSync(join(tree, 'DEBIAN/control'), control);
    mkdirSync(join(tree, 'usr/share/fonts/truetype'), { recursive: true });
    writeFileSync(join(tree, 'usr/share/fonts/truetype/A.ttf'), '');
    writeFileSync(join(tree, 'usr/sbin/tool'), '#!/bin/sh\necho unpacked\n', { mode: 0o755 });
    const tools = join(folder, 'tools');
    // The package is built here instead of downloaded, which would require Debian's servers.
    unpackPackages(['tool'], tools, (program, args, cwd) => {
      const actual = args.includes('download')
        ? ['dpkg-deb', '-b', tree, join(cwd, 'tool.deb')]
        : program === 'apt-get'
          ? ['true']
          : [program, ...args];
      expect(spawnSync(actual[0]!, actual.slice(1), { cwd }).status).to.equal(0);
    });
    expect(readdirSync(tools)).to.deep.equal(['fonts', 'tool']);
    expect(readdirSync(join(tools, 'fonts'))).to.deep.equal(['truetype']);
    expect(spawnSync(join(tools, 'tool'), { encoding: 'utf8' }).stdout).to.equal('unpacked\n');
  });

  it('builds if there is no build, and again only if a source file was added, removed or changed', () => {
    let builds = 0;
    const build = (root: string) => {
      builds += 1;
      mkdirSync(join(root, 'dist'), { recursive: true });
    };
    const buildsAfter = (change: () => void) => {
      change();
      const built = buildWhenStale(folder, undefined, build);
      expect(buildWhenStale(folder, undefined, build)).to.equal(false);
      return built;
    };
    mkdirSync(join(folder, 'domain/video'), { recursive: true });
    const source = join(folder, 'domain/video/video.ts');
    expect(buildsAfter(() => writeFileSync(source, 'a'))).to.equal(true);
    expect(buildsAfter(() => utimesSync(source, 1, 1))).to.equal(true);
    expect(buildsAfter(() => writeFileSync(join(folder, 'domain/new.ts'), ''))).to.equal(true);
    expect(buildsAfter(() => rmSync(source))).to.equal(true);
    expect(buildsAfter(() => rmSync(join(folder, 'dist'), { recursive: true }))).to.equal(true);
    expect(buildsAfter(() => writeFileSync(join(folder, 'README.md'), ''))).to.equal(false);
    expect(builds).to.equal(5);
  });

  it('counts all that the web pages import among their sources', () => {
    const pages = join(packageRoot, 'web/src');
    const imported = readdirSync(pages, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => {
        const text = readFileSync(join(pages, name), 'utf8');
        const found = text.matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.\.?\/[^']+)';/gm);
        return [...found].map(([, path = '']) => relative(packageRoot, join(pages, dirname(name), path)));
      });
    expect(imported).to.include('workers/render/draw/draw-scene.js');
    for (const path of imported)
      expect(
        WEB_PAGES.sources.some((source) => path.startsWith(`${source}/`)),
        path,
      ).to.equal(true);
  });

  it('says who must build where the account cannot write', () => {
    const folder = mkdtempSync(join(tmpdir(), 'framewright-build-'));
    chmodSync(folder, 0o555);
    // Root may write anywhere.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    try {
      expect(() => buildWhenStale(folder)).to.throw(
        `dist/ is missing or older than the sources, and this account cannot write to ${folder}: run "npm run build"`,
      );
    } finally {
      if (isRoot) process.seteuid?.(0);
      rmSync(folder, { recursive: true });
    }
  });
});
