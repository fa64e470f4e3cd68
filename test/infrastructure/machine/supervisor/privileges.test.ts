import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { accountNamed } from '../../../../infrastructure/machine/processes/account.js';
import type { Privileges } from '../../../../infrastructure/machine/supervisor/leave-root.js';
import { packageRoot } from '../../../../infrastructure/platform/package-root.js';
import { adminCommand } from '../../../support/service/admin.js';
import { spawnStandalone } from '../../../support/service/standalone.js';
import { isRoot, ownersIn } from '../../../support/processes/rights.js';
import { quotedUrl, scriptArgs } from '../../../support/processes/programs.js';
import { itIfLong } from '../../../support/long-form.js';
import { folderForSuite } from '../../../support/for-suite.js';

const run = promisify(execFile);

describe('leaving root', () => {
  const folder = folderForSuite();
  let dataDir: string;
  before(async () => {
    await chmod(folder, 0o711);
    dataDir = join(folder, 'data');
    await mkdir(dataDir);
  });

  /** Uses the admin command line on the stopped service of a data folder. */
  const admin = (data: string, ...args: ReadonlyArray<string>) =>
    run(process.execPath, [...adminCommand(...args)], {
      env: { ...process.env, DATA_DIR: data, EVENTSTORE_URL: '', DATABASE_URL: '', NATS_URL: '' },
    });

  itIfLong(
    'leaves no file owned by root when root uses the admin command line, and restores what it has backed up to a folder in which root has left files',
    async () => {
      const [served, backup, restored] = [
        join(folder, 'served'),
        join(folder, 'backup'),
        join(folder, 'restored'),
      ];
      const service = spawnStandalone(served);
      await service.ready;
      await admin(served, 'backup', backup);
      service.process.kill('SIGTERM');
      await service.ended;
      await admin(served, 'projections', 'rebuild', '--adopt-store');
      await rm(join(served, 'outputs'), { recursive: true, force: true });
      await admin(served, 'doctor');
      expect((await ownersIn(served)).has(0)).to.equal(false);

      await mkdir(join(restored, 'outputs'), { recursive: true });
      if (isRoot) await chown(restored, accountNamed('framewright')!.uid, 0);
      expect((await admin(restored, 'restore', backup)).stdout).to.match(/^restored \d+ events/m);
      expect((await ownersIn(restored)).has(0)).to.equal(false);
    },
  );

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
