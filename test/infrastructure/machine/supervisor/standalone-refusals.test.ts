import { expect } from 'chai';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import {
  type InstanceLock,
  lockInstance,
} from '../../../../infrastructure/machine/supervisor/instance-lock.js';
import { scriptFolder } from '../../../support/processes/child-script.js';
import { processesIn } from '../../../support/processes/processes-in.js';
import { spawnStandalone } from '../../../support/service/standalone.js';

const runToEnd = async (dataDir: string, settings: Readonly<Record<string, string>> = {}) => {
  const run = spawnStandalone(dataDir, settings);
  return { code: await run.ended, out: run.output(), err: run.errors() };
};

describe('npm start explains in one clear line why it cannot start', () => {
  let scripts: Awaited<ReturnType<typeof scriptFolder>>;
  let dataDir: string;
  beforeEach(async () => {
    scripts = await scriptFolder();
    dataDir = join(scripts.folder, 'data');
  });
  afterEach(() => scripts.remove());

  it('if the data folder is in use, which it does not touch', async () => {
    const lock = (await lockInstance(dataDir, process.argv[1]!, () => {})) as InstanceLock;
    const { code, out, err } = await runToEnd(dataDir);
    expect({ code, out }).to.deep.equal({ code: 1, out: '' });
    expect(err).to.equal(
      `Framewright is already running on the data folder ${dataDir} (process ${process.pid}). Stop it, or set DATA_DIR to another folder.\n`,
    );
    expect(readdirSync(dataDir)).to.deep.equal(['standalone.lock']);
    await lock.release();
  });

  it('if the port is in use, before it starts anything', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const { code, out, err } = await runToEnd(dataDir, { PORT: String(port) });
    listener.close();
    expect({ code, out }).to.deep.equal({ code: 1, out: '' });
    expect(err).to.match(
      new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is in use by another program\\. .*\n$`),
    );
    expect(readdirSync(dataDir)).to.deep.equal([]);
  });

  it("if a server can't start, and leaves no other server running", async () => {
    mkdirSync(join(dataDir, 'nats'), { recursive: true, mode: 0o711 });
    writeFileSync(join(dataDir, 'nats', 'data'), 'not a folder');
    const { code, err } = await runToEnd(dataDir);
    expect(code).to.equal(1);
    expect(err).to.match(/Framewright could not start: nats-server .*\. The logs are in .*\/logs\./);
    expect(await processesIn(dataDir)).to.deep.equal([]);
  });

  it('if the machine has no such address, or a setting is invalid', async () => {
    const noHost = await runToEnd(dataDir, { HOST: '203.0.113.7' });
    expect(noHost).to.include({ code: 1 });
    expect(noHost.err).to.match(/^This machine has no address 203\.0\.113\.7 to listen on\. .*\n$/);
    const wrong = await runToEnd(dataDir, { PORT: 'http' });
    expect(wrong).to.include({ code: 1, err: 'PORT must be a whole number from 0 to 65535\n' });
  });
});
