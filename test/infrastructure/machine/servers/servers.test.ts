import { expect } from 'chai';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JetStreamManager } from 'nats';
import { Client } from 'pg';
import { endLeftovers, serverFolders } from '../../../../infrastructure/machine/supervisor/end-leftovers.js';
import { tryPort } from '../../../../infrastructure/machine/servers/free-port.js';
import { ownPort } from '../../../support/service/own-port.js';
import { natsUrl, startNatsServer } from '../../../../infrastructure/machine/servers/nats-server.js';
import { postgresUrl, startPostgres } from '../../../../infrastructure/machine/servers/postgres.js';
import { connectToNats } from '../../../../infrastructure/nats/connection.js';
import { persistentSecret } from '../../../../infrastructure/platform/private-files.js';
import {
  type StartedProcess,
  startProcess,
} from '../../../../infrastructure/machine/processes/started-process.js';
import { untilReady } from '../../../../infrastructure/machine/servers/until-ready.js';
import { rejection } from '../../../support/rejection.js';
import { itIfLong } from '../../../support/long-form.js';

/** The client would take the leading digits for a port. */
const NATS_PASSWORD = '40269008/a@b';
const LOG = { file: 'its.log', write: () => undefined };

const query = async (url: string, sql: string): Promise<ReadonlyArray<Record<string, unknown>>> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

const withJetStream = async <A>(port: number, use: (manager: JetStreamManager) => Promise<A>): Promise<A> => {
  const connection = await connectToNats(natsUrl({ port, password: NATS_PASSWORD }), 'test');
  try {
    return await use(await connection.jetstreamManager());
  } finally {
    await connection.close();
  }
};

describe('embedded servers', () => {
  let folder: string;
  let folders: { postgres: string; nats: string };
  const started: Array<StartedProcess> = [];

  const postgres = async (port: number, password = 'pass/word') => {
    const server = await startPostgres({
      folder: folders.postgres,
      port,
      password,
      log: LOG,
    });
    started.push(server);
    return { server, url: postgresUrl({ port, password }) };
  };
  const nats = async (port: number) => {
    const server = await startNatsServer({
      folder: folders.nats,
      port,
      password: NATS_PASSWORD,
      log: LOG,
    });
    started.push(server);
    return server;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framewright-servers-'));
    await chmod(folder, 0o711);
    folders = serverFolders(folder);
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  });

  it('PostgreSQL starts on an empty folder, requires its password, stops, and finds its data again', async () => {
    const first = await postgres(await ownPort());
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const refused = await query(first.url.replace('pass%2Fword', 'wrong'), 'SELECT 1').catch(String);
    expect(refused).to.include('password authentication failed');
    await first.server.stop();

    const second = await postgres(await ownPort());
    expect(await query(second.url, 'SELECT answer FROM kept')).to.deep.equal([{ answer: 42 }]);
    expect(await query(second.url, 'SHOW fsync')).to.deep.equal([{ fsync: 'on' }]);
  });

  it('NATS starts with JetStream, stops, and finds its streams again', async () => {
    const port = await ownPort();
    const first = await nats(port);
    await withJetStream(port, (streams) => streams.streams.add({ name: 'KEPT', subjects: ['kept'] }));
    await first.stop();
    await nats(port);
    const info = await withJetStream(port, (streams) => streams.streams.info('KEPT'));
    expect(info.config.name).to.equal('KEPT');
  });

  it('leftovers of a killed run are ended, those of another data folder are not', async () => {
    const [natsPort, postgresPort] = [await ownPort(), await ownPort()];
    const [ours, { server, url }] = await Promise.all([nats(natsPort), postgres(postgresPort)]);
    await query(url, 'CREATE TABLE kept AS SELECT 1 AS one');
    expect(await endLeftovers(join(folder, 'elsewhere'))).to.deep.equal([]);
    expect(await query(url, 'SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);

    expect(await endLeftovers(folder)).to.deep.equal(['nats', 'postgres']);
    await Promise.all([ours.exited, server.exited]);
    expect(await tryPort('127.0.0.1', natsPort)).to.equal(natsPort);
    const again = await postgres(postgresPort);
    expect(await query(again.url, 'SELECT one FROM kept')).to.deep.equal([{ one: 1 }]);
  });

  it('PostgreSQL starts despite the pid file of a killed server whose pid now belongs to another program', async () => {
    const { server } = await postgres(await ownPort());
    const pidFile = join(folders.postgres, 'postmaster.pid');
    const left = await readFile(pidFile, 'utf8');
    await server.stop();
    await writeFile(pidFile, left.replace(/^\d+/, String(process.pid)));
    expect(await endLeftovers(folder)).to.deep.equal([]);
    const again = await postgres(await ownPort());
    expect(await query(again.url, 'SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
  });

  itIfLong('PostgreSQL accepts a folder whose first initialisation was interrupted', async () => {
    await mkdir(join(folders.postgres, 'base'), { recursive: true });
    const { url } = await postgres(await ownPort());
    expect(await query(url, 'SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
  });

  it('a port in use fails the start with an error instead of blocking it', async () => {
    const port = await ownPort();
    await nats(port);
    const error = await postgres(port).then(() => 'started', String);
    expect(error).to.match(/PostgreSQL ended with exit code 1 while starting; see its\.log/);
  });

  itIfLong('PostgreSQL runs below a folder that its account cannot enter', async () => {
    const closed = join(folder, 'closed');
    await mkdir(closed, { mode: 0o700 });
    folders = { ...folders, postgres: join(closed, 'fresh') };
    const { url } = await postgres(await ownPort());
    expect(await query(url, 'SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
  });

  it('a persistent secret is created once, random and private', async () => {
    const file = join(folder, 'secret');
    const secret = await persistentSecret(file);
    expect(secret).to.match(/^[0-9a-f]{48}$/);
    expect(await persistentSecret(file)).to.equal(secret);
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    expect(await persistentSecret(join(folder, 'other'))).to.not.equal(secret);
  });

  it('are stopped if they are not ready in time', async () => {
    const silent = await startProcess({
      command: 'sleep',
      args: ['987654'],
      env: process.env,
      cwd: '/',
      stdio: 'ignore',
      stopSignal: 'SIGTERM',
      graceMs: 5000,
    });
    const starting = { name: 'silent', isReady: async () => false, limitMs: 100, logFile: 'its.log' };
    const error = await rejection(untilReady(silent, starting));
    expect(String(error)).to.equal(
      'Error: silent was not ready 0.1 s after its start, and was stopped; see its.log',
    );
    expect((await silent.exited).signal).to.equal('SIGTERM');
  });
});
