import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { accountNamed } from '../../../../infrastructure/machine/processes/account.js';
import type { Privileges } from '../../../../infrastructure/machine/supervisor/leave-root.js';
import { packageRoot } from '../../../../infrastructure/platform/package-root.js';
import { adminCommand } from '../../../support/service/admin.js';
import { notedProcesses, publishedRun, runStandalone } from '../../../support/service/standalone.js';
import { quotedUrl, scriptArgs } from '../../../support/processes/programs.js';
import { itIfLong } from '../../../support/long-form.js';
import { folderForSuite } from '../../../support/for-suite.js';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;

/** Without /proc, processes cannot be inspected. */
const hasProc = process.platform === 'linux';

interface Rights {
  readonly users: ReadonlySet<number>;
  readonly groups: ReadonlySet<number>;
  readonly capabilities: bigint;
}

/** The user and group ids (real, effective, saved, file system) and the capabilities of a process. */
const rightsOf = async (pid: number): Promise<Rights> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(status)?.[1]?.trim() ?? '';
  const numbers = (name: string) => field(name).split(/\s+/).filter(Boolean).map(Number);
  return {
    users: new Set(numbers('Uid')),
    groups: new Set([...numbers('Gid'), ...(isRoot ? numbers('Groups') : [])]),
    capabilities:
      BigInt(`0x${field('CapPrm')}`) | BigInt(`0x${field('CapEff')}`) | BigInt(`0x${field('CapAmb')}`),
  };
};

/** The owners of all files in a folder. */
const ownersIn = async (folder: string): Promise<ReadonlySet<number>> => {
  const names = await readdir(folder, { recursive: true });
  return new Set(
    await Promise.all(['.', ...names].map(async (name) => (await stat(join(folder, name))).uid)),
  );
};

describe('npm start as root', () => {
  const folder = folderForSuite();
  let dataDir: string;
  before(async () => {
    await chmod(folder, 0o711);
    dataDir = join(folder, 'data');
  });

  const everything = [
    'api',
    'event-store',
    'nats',
    'postgres',
    'projector',
    'supervisor',
    'webhooks',
    'worker',
  ];

  it('runs every process as a separate account without capabilities; an ordinary user stays the same', async () => {
    // As of root's sessions: closed to others.
    const closed = join(folder, 'tmp-of-starter');
    await mkdir(closed, { mode: 0o700 });
    const service = runStandalone(dataDir, { TMPDIR: closed });
    await service.ready;
    const started = [...notedProcesses(dataDir)].map(([name, { pid }]) => [name, pid] as const);
    const processes = [...started, ['supervisor', publishedRun(dataDir).process.pid] as const];
    const rights = hasProc
      ? await Promise.all(processes.map(async ([name, pid]) => [name, await rightsOf(pid)] as const))
      : [];
    service.process.kill('SIGTERM');
    await service.ended;
    const { uid, gid } = isRoot
      ? accountNamed('framewright')!
      : { uid: process.getuid!(), gid: process.getgid!() };
    expect(uid).to.not.equal(0);
    expect(rights.map(([name]) => name).toSorted()).to.deep.equal(hasProc ? everything : []);
    for (const [name, { users, groups, capabilities }] of rights) {
      expect([...users], name).to.deep.equal([uid]);
      expect([...groups], name).to.deep.equal([gid]);
      if (isRoot) expect(capabilities, name).to.equal(0n);
    }
    expect(service.errors()).to.not.include('as root');
    expect(/Runs as +(.*)/.exec(service.output())?.[1]).to.equal(isRoot ? 'framewright' : undefined);
    expect(service.errors().includes('temporary files are in')).to.equal(isRoot);
    expect([...(await ownersIn(dataDir))]).to.deep.equal([uid]);
  });

  /** Uses the admin command line on the stopped service of a data folder. */
  const admin = (data: string, ...args: ReadonlyArray<string>) =>
    run(process.execPath, [...adminCommand(...args)], {
      env: { ...process.env, DATA_DIR: data, EVENTSTORE_URL: '', DATABASE_URL: '', NATS_URL: '' },
    });

  itIfLong(
    'leaves no file owned by root when root uses the admin command line on the stopped service',
    async () => {
      await admin(dataDir, 'projections', 'rebuild', '--adopt-store');
      await rm(join(dataDir, 'outputs'), { recursive: true, force: true });
      await admin(dataDir, 'doctor');
      expect((await ownersIn(dataDir)).has(0)).to.equal(false);
    },
  );

  itIfLong('restores as root what root has backed up, to a folder in which root has left files', async () => {
    const [backup, restored] = [join(folder, 'backup'), join(folder, 'restored')];
    const service = runStandalone(dataDir);
    await service.ready;
    await admin(dataDir, 'backup', backup);
    service.process.kill('SIGTERM');
    await service.ended;
    await mkdir(join(restored, 'outputs'), { recursive: true });
    if (isRoot) await chown(restored, accountNamed('framewright')!.uid, 0);
    expect((await admin(restored, 'restore', backup)).stdout).to.match(/^restored \d+ events/m);
    expect((await ownersIn(restored)).has(0)).to.equal(false);
  });

  /** Drops root privileges in a separate process; returns its privileges afterwards. */
  const leaveRoot = async (
    data: string,
    settings: object,
  ): Promise<Privileges & { readonly uid: number }> => {
    const source = `
      import { leaveRoot } from ${quotedUrl('infrastructure/machine/supervisor/leave-root')};
      const privileges = leaveRoot(JSON.parse(process.argv[1]));
      process.stdout.write(JSON.stringify({ ...privileges, uid: process.getuid() }));`;
    const wanted = JSON.stringify({ dataDir: data, port: 0, ...settings });
    const args = [...scriptArgs(source), '--', wanted];
    const { stdout } = await run(process.execPath, args, { cwd: packageRoot });
    return JSON.parse(stdout) as Privileges & { readonly uid: number };
  };
  const kept = (reason: RegExp) => (found: Privileges & { readonly uid: number }) => {
    expect(found.uid).to.equal(process.getuid?.());
    expect(found._tag).to.equal(isRoot ? 'Kept' : 'Ordinary');
    if (found._tag === 'Kept') expect(found.reason).to.match(reason);
  };

  it('changes the owner of what root stored while it stayed root, and follows no symbolic link', async () => {
    kept(/^RUN_AS is "root"$/)(await leaveRoot(dataDir, { runAs: 'root' }));
    await writeFile(join(dataDir, 'stored'), '');
    const linked = join(folder, 'linked');
    await writeFile(linked, 'not part of the data');
    await symlink(linked, join(dataDir, 'link'));
    const { uid } = await leaveRoot(dataDir, {});
    await rm(join(dataDir, 'link'));
    expect(uid).to.not.equal(0);
    expect([...(await ownersIn(dataDir))]).to.deep.equal([uid]);
    expect((await stat(linked)).uid).to.equal(process.getuid?.());
  });

  it('switches to the owner of the data folder if that is an ordinary user', async () => {
    const owned = join(folder, 'owned');
    await mkdir(owned);
    const [account, other] = [accountNamed('nobody')!, process.getuid?.()];
    if (isRoot) await run('chown', [`${account.uid}:${account.gid}`, owned]);
    expect((await leaveRoot(owned, {})).uid).to.equal(isRoot ? account.uid : other);
  });

  it('stays root if the service could not run otherwise, and says why', async () => {
    const [closed, open] = [join(folder, 'closed'), join(folder, 'open')];
    await mkdir(open);
    await mkdir(join(closed, 'data'), { recursive: true, mode: 0o700 });
    kept(/may not use .*closed$/)(await leaveRoot(join(closed, 'data'), {}));
    const certificate = join(closed, 'ca.pem');
    await writeFile(certificate, '');
    const eventStoreUrl = `esdb://localhost:2113?tlsCAFile=${encodeURIComponent(certificate)}`;
    kept(/may not use .*ca.pem$/)(await leaveRoot(open, { eventStoreUrl }));
    // If any user may listen on port 1, root is not needed for it.
    const setting = await readFile('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8').catch(
      () => '1024',
    );
    const onPort = await leaveRoot(open, { port: 1 });
    if (Number(setting) > 1) kept(/^only root may listen on port 1$/)(onPort);
    else expect(onPort._tag).to.equal(isRoot ? 'Dropped' : 'Ordinary');
    kept(/account "x+" is missing/)(await leaveRoot(open, { runAs: 'x'.repeat(33) }));
  });
});
