import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { InstanceLock } from '../../infrastructure/embedded/instance-lock.js';
import { lockInstance } from '../../infrastructure/embedded/instance-lock.js';
import { packageRoot } from '../../infrastructure/package-root.js';
import { scriptFolder } from '../support/child-script.js';

/** Runs `npm start`'s program to its end; gives its exit code and what it said. */
const runToEnd = async (environment: Readonly<Record<string, string>>) => {
  const program = join(packageRoot, 'infrastructure/processes/standalone.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    cwd: packageRoot,
    env: { ...process.env, ...environment },
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (bytes: Buffer) => (said.out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (said.err += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
};

describe('npm start says in one clear line why it can not start', () => {
  let scripts: Awaited<ReturnType<typeof scriptFolder>>;
  let dataDir: string;
  beforeEach(async () => {
    scripts = await scriptFolder();
    dataDir = join(scripts.folder, 'data');
  });
  afterEach(() => scripts.remove());

  it('when the data folder is in use, which it leaves alone', async () => {
    const lock = (await lockInstance(dataDir, process.argv[1]!, () => {})) as InstanceLock;
    const { code, out, err } = await runToEnd({ DATA_DIR: dataDir, PORT: '0' });
    expect({ code, out }).to.deep.equal({ code: 1, out: '' });
    expect(err).to.equal(
      `Framewright is already running on the data folder ${dataDir} (process ${process.pid}). Stop it, or set DATA_DIR to another folder.\n`,
    );
    expect(readdirSync(dataDir)).to.deep.equal(['standalone.lock']);
    await lock.release();
  });

  it('when the port is taken, before it starts anything', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const { code, out, err } = await runToEnd({ DATA_DIR: dataDir, PORT: String(port) });
    listener.close();
    expect({ code, out }).to.deep.equal({ code: 1, out: '' });
    expect(err).to.match(new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is taken by another program\\. .*\n$`));
    expect(readdirSync(dataDir)).to.deep.equal([]);
  });

  it('when the machine has no such address, or a setting is wrong', async () => {
    const noHost = await runToEnd({ DATA_DIR: dataDir, PORT: '0', HOST: '203.0.113.7' });
    expect(noHost).to.include({ code: 1 });
    expect(noHost.err).to.match(/^This machine has no address 203\.0\.113\.7 to listen on\. .*\n$/);
    const wrong = await runToEnd({ DATA_DIR: dataDir, PORT: 'http' });
    expect(wrong).to.include({ code: 1, err: 'PORT must be a whole number from 0 to 65535\n' });
  });
});
