import { expect } from 'chai';
import { execFile, execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endLeftovers, serverFolders } from '../../../../infrastructure/machine/supervisor/end-leftovers.js';
import type { SandboxReport } from '../../../../infrastructure/machine/sandbox/sandbox-report.js';
import { eventStoreAccess } from '../../../../infrastructure/eventstore/access.js';
import { natsAccess } from '../../../../infrastructure/nats/access.js';
import { postgresAccess } from '../../../../infrastructure/postgres/connection/access.js';
import { isRunning } from '../../../../infrastructure/machine/processes/process-identity.js';
import { adminCommand } from '../../../support/service/admin.js';
import { expectIntactHistoriesAt } from '../../../support/event-store/chain-check.js';
import { accountNamed } from '../../../../infrastructure/machine/processes/account.js';
import { hasProc, isRoot, ownersIn, rightsOf } from '../../../support/processes/rights.js';
import { eventually } from '../../../support/eventually.js';
import { type Api, apiClient } from '../../../support/service/http-client.js';
import {
  type StandaloneRun,
  notedProcesses,
  publishedRun,
  spawnStandalone,
  standaloneCommand,
  namesStillRunning,
} from '../../../support/service/standalone.js';
import { type Receiver, startReceiver } from '../../../support/webhooks/receiver.js';

const everything = ['api', 'event-store', 'nats', 'postgres', 'projector', 'webhooks', 'worker'];
const servers: ReadonlySet<string> = new Set(['nats', 'postgres']);
const SETTINGS = { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' };

/** A video whose render takes long enough to be interrupted on any machine. */
const LONG_VIDEO = {
  metadata: { name: 'killed', duration: 20_000, fps: 30, canvas: { width: 1280, height: 720 } },
  clips: Array.from({ length: 6 }, (_, index) => ({
    type: 'text',
    timeFrame: { start: index * 500, end: 20_000 - index * 500 },
    position: { x: 40 * index, y: 100 * index, z: index },
    size: { width: 900, height: 100 },
    textProperties: { content: `layer ${index}`, fontSize: 60, backgroundColor: '#33445588' },
  })),
};

/** The tests follow one data folder: each starts with the state left by the previous one. */
describe('npm start, over several runs on one data folder', function () {
  this.timeout(240_000);
  let folder: string;
  let dataDir: string;
  let key: string;
  let run: StandaloneRun;
  let started: ReturnType<typeof notedProcesses>;
  let receiver: Receiver;
  /** The render that the kill interrupts, and the secret of the webhook that reports it. */
  let render: string;
  let secret: string;

  before(async () => {
    receiver = await startReceiver();
    folder = await mkdtemp(join(tmpdir(), 'framewright-standalone-'));
    await chmod(folder, 0o711);
    dataDir = join(folder, 'data');
  });
  after(async () => {
    if (run.process.exitCode === null && run.process.signalCode === null) run.process.kill('SIGKILL');
    await run.ended;
    await endLeftovers(dataDir);
    await rm(folder, { recursive: true, force: true });
    await receiver.close();
  });

  const api: Api = (...request) => apiClient(publishedRun(dataDir).baseUrl, key)(...request);
  const statusOf = async () => (await api('GET', `/v1/renders/${render}`)).body.data;
  const names = async (): Promise<ReadonlyArray<string>> => {
    const { status, body } = await api('GET', '/v1/videos');
    expect(status).to.equal(200);
    return body.data.map(({ metadata }: { metadata: { name: string } }) => metadata.name).sort();
  };
  const store = async (name: string): Promise<void> => {
    const { status } = await api('POST', '/v1/videos', {
      body: { metadata: { name, duration: 1000 }, clips: [] },
    });
    expect(status).to.equal(201);
  };

  /** Neither the output nor the log of a process contains the secret. */
  const expectNotLogged = async (secret: string): Promise<void> => {
    expect(run.output() + run.errors()).to.not.include(secret);
    for (const log of await readdir(join(dataDir, 'logs')))
      expect(await readFile(join(dataDir, 'logs', log), 'utf8'), log).to.not.include(secret);
  };

  it('starts everything and prints its addresses, a key, and a command that works as it is', async () => {
    // As of root's sessions: closed to others.
    const closed = join(folder, 'tmp-of-starter');
    await mkdir(closed, { mode: 0o700 });
    run = spawnStandalone(dataDir, { ...SETTINGS, TMPDIR: closed });
    await run.ready;
    const printed = run.output();
    const { baseUrl } = publishedRun(dataDir);
    expect(printed).to.match(new RegExp(`Base address +${baseUrl}\n`));
    expect(printed).to.match(new RegExp(`Dashboard +${baseUrl}/dashboard\n`));
    expect(printed).to.match(new RegExp(`API reference +${baseUrl}/docs\n`));
    key = /Demo API key +(fw_[0-9A-Za-z]+)/.exec(printed)?.[1] ?? '';
    const command = /^ +(curl .*)$/m.exec(printed)?.[1] ?? 'false';
    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    expect(JSON.parse(stdout)).to.have.deep.property('data', []);
    expect([...notedProcesses(dataDir).keys()].sort()).to.deep.equal(everything);
    expect((await stat(join(dataDir, 'run.json'))).mode & 0o777).to.equal(0o600);
    // The worker runs as the owner of the data, so that one is asked for the warnings.
    const { uid, gid } = await stat(dataDir);
    const asked = await promisify(execFile)(process.execPath, adminCommand('sandbox', '--json'), {
      uid,
      gid,
    });
    const { warnings } = JSON.parse(asked.stdout) as SandboxReport;
    const isMoved = (line: string): boolean => line.includes('temporary files are in');
    const lines = run.errors().split('\n').slice(0, -1);
    expect(lines.some(isMoved)).to.equal(isRoot);
    const complaints = lines.filter((line) => !isMoved(line));
    expect(complaints).to.have.length(warnings.length);
    for (const [index, warning] of warnings.entries()) expect(complaints[index]).to.include(warning);
    await store('first day');
  });

  it('runs every process as a separate account without capabilities if root starts it; an ordinary user stays the same', async () => {
    const processes = [
      ...[...notedProcesses(dataDir)].map(([name, { pid }]) => [name, pid] as const),
      ['supervisor', publishedRun(dataDir).process.pid] as const,
    ];
    const { uid, gid } = isRoot
      ? accountNamed('framewright')!
      : { uid: process.getuid!(), gid: process.getgid!() };
    expect(uid).to.not.equal(0);
    for (const [name, pid] of hasProc ? processes : []) {
      const { users, groups, capabilities } = await rightsOf(pid);
      expect([...users], name).to.deep.equal([uid]);
      expect([...groups], name).to.deep.equal([gid]);
      if (isRoot) expect(capabilities, name).to.equal(0n);
    }
    expect(run.errors()).to.not.include('as root');
    expect(/Runs as +(.*)/.exec(run.output())?.[1]).to.equal(isRoot ? 'framewright' : undefined);
  });

  it('has servers that refuse clients without their passwords, which are only stored in private files', async () => {
    const { eventStoreUrl, natsUrl, databaseUrl } = publishedRun(dataDir);
    const withoutUser = (address: string): string => address.replace(/\/\/[^@]*@/, '//');
    expect(await eventStoreAccess(eventStoreUrl)).to.deep.equal({ _tag: 'Granted' });
    expect(await eventStoreAccess(withoutUser(eventStoreUrl))).to.have.property('_tag', 'Refused');
    expect(await natsAccess(withoutUser(natsUrl))).to.have.property('_tag', 'Refused');
    expect(await postgresAccess(withoutUser(databaseUrl))).to.have.property('_tag', 'Refused');
    const places = ['postgres-password', 'secrets/nats-password', 'secrets/event-store/password'];
    expect((await stat(join(serverFolders(dataDir).nats, 'nats-server.conf'))).mode & 0o777).to.equal(0o600);
    for (const place of places) {
      const file = join(dataDir, place);
      expect((await stat(file)).mode & 0o777, place).to.equal(0o600);
      const secret = (await readFile(file, 'utf8')).trim();
      expect(secret).to.match(/^[0-9a-f]{48}$/);
      await expectNotLogged(secret);
      for (const [name, { pid }] of notedProcesses(dataDir))
        expect(execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).toString(), name).to.not.include(
          secret,
        );
    }
  });

  it('logs no token of a link, however it is used', async () => {
    const { baseUrl } = publishedRun(dataDir);
    const call = (
      path: string,
      headers: Readonly<Record<string, string>> = { 'x-api-key': key },
      method = 'GET',
    ): Promise<Response> => fetch(`${baseUrl}${path}`, { method, headers });
    const { data } = (await (await call('/v1/videos')).json()) as { data: ReadonlyArray<{ _id: string }> };
    const video = `/v1/videos/${data[0]?._id}`;
    const post = async <Data>(path: string): Promise<Data> =>
      ((await (await call(path, undefined, 'POST')).json()) as { readonly data: Data }).data;
    const { redirectUrl } = await post<{ redirectUrl: string }>(`${video}/editor-link`);
    const { url } = await post<{ url: string }>(`${video}/links`);
    for (const link of [redirectUrl, url]) {
      const token = link.split('#token=')[1] ?? '';
      expect(token.length).to.be.greaterThan(30);
      const bearer = { authorization: `Bearer ${token}` };
      for (const [path, headers, status] of [
        [`${video}/frame?width=16`, bearer, 200],
        [`${video}/frame?t=9999`, bearer, 400],
        [`${video}?token=${token}`, bearer, 400],
        [`/v1/videos/${token}`, bearer, 403],
        ['/v1/webhooks', { 'x-api-key': token }, 401],
        [`${video}/restore/${token}`, bearer, 404],
      ] as const)
        expect((await call(path, headers)).status, path.replace(token, 'TOKEN')).to.equal(status);
      await expectNotLogged(token);
    }
  });

  it('if killed during a render, its own processes end by themselves', async () => {
    const endpoint = await api('POST', '/v1/webhooks', { body: { url: receiver.url } });
    secret = endpoint.body.data.signingSecret;
    render = (await api('POST', '/v1/renders', { body: LONG_VIDEO })).body.data._id;
    await eventually(async () => expect((await statusOf()).status).to.equal('processing'));
    started = notedProcesses(dataDir);
    run.process.kill('SIGKILL');
    expect(await run.ended).to.equal(null);
    await eventually(() => {
      expect(namesStillRunning(started).filter((name) => !servers.has(name))).to.deep.equal([]);
    });
  });

  it('finds its data again on the next start, shows no second key, and completes the render', async () => {
    // Stands in for npm: launches the program like npm does, and is killed without a chance to forward the signal.
    const launch = `require('node:child_process').spawn(process.argv[1], process.argv.slice(2), { stdio: 'inherit' })`;
    run = spawnStandalone(dataDir, { ...SETTINGS, npm_lifecycle_event: 'start' }, [
      process.execPath,
      '-e',
      launch,
      '--',
      ...standaloneCommand,
    ]);
    await run.ready;
    expect(namesStillRunning(started)).to.deep.equal([]);
    expect(run.output()).to.not.include('Demo API key');
    expect(await names()).to.deep.equal(['first day', 'killed']);
    const done = await eventually(async () => {
      const now = await statusOf();
      expect(now.status, JSON.stringify(now)).to.equal('completed');
      return now;
    }, 120_000);
    expect(done.attempt).to.equal(2);
    const output = await fetch(done.outputUrl);
    expect(Buffer.from(await output.arrayBuffer()).toString('latin1', 4, 8)).to.equal('ftyp');
    await receiver.until(1);
    const [{ headers, body }] = receiver.received as [Receiver['received'][0]];
    expect(JSON.parse(body.toString())).to.have.nested.property('data._id', render);
    expect(headers['x-signature']).to.equal(createHmac('sha256', secret).update(body).digest('hex'));
    expect(headers['idempotency-key']).to.equal(`${render}:render.completed`);
    expect(receiver.received).to.have.length(1);
    await store('second day');
  });

  it('is waited for by the next start if npm above it was killed, and nothing stored is lost', async () => {
    const [before, noted] = [publishedRun(dataDir), notedProcesses(dataDir)];
    run.process.kill('SIGKILL');
    run = spawnStandalone(dataDir, SETTINGS);
    await run.ready;
    expect(isRunning(before.process)).to.equal(false);
    expect(namesStillRunning(noted)).to.deep.equal([]);
    expect(await names()).to.deep.equal(['first day', 'killed', 'second day']);
    await expectIntactHistoriesAt(publishedRun(dataDir).eventStoreUrl);
  });

  it('stops everything when asked, with exit code 0, and leaves no process and no address file behind', async () => {
    const noted = notedProcesses(dataDir);
    run.process.kill('SIGINT');
    run.process.kill('SIGINT');
    expect(await run.ended).to.equal(0);
    expect(namesStillRunning(noted)).to.deep.equal([]);
    expect(() => publishedRun(dataDir)).to.throw('ENOENT');
    expect(await ownersIn(dataDir), 'owners of its files').to.have.property('size', 1);
    expect((await ownersIn(dataDir)).has(0)).to.equal(false);
  });
});
