import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ownPort } from '../../../support/service/own-port.js';
import { startProcess } from '../../../../infrastructure/machine/processes/started-process.js';
import { eventStoreAccess } from '../../../../infrastructure/eventstore/access.js';
import { findExecutable } from '../../../../infrastructure/platform/executables.js';
import { natsAccess } from '../../../../infrastructure/nats/access.js';
import { postgresAccess } from '../../../../infrastructure/postgres/connection/access.js';
import { checkServers } from '../../../../infrastructure/machine/supervisor/check-servers.js';
import {
  type AuthenticatingProxy,
  startAuthenticatingProxy,
} from '../../../support/event-store/authenticating-proxy.js';
import { rejectionOf } from '../../../support/event-store/event-store-client.js';
import { sharedEventStore } from '../../../support/event-store/embedded-node.js';
import { eventually } from '../../../support/eventually.js';
import type { TestDatabase } from '../../../support/servers/postgres-server.js';
import { createTestDatabase } from '../../../support/servers/postgres.js';
import { spawnStandalone } from '../../../support/service/standalone.js';

const SECRET = 'hunter2-0d1f';

/** A nats-server with a single user, with or without JetStream. */
const startGuardedNats = async (folder: string, jetStream: boolean) => {
  const port = await ownPort();
  const file = join(folder, `nats-${port}.conf`);
  const store = jetStream ? `jetstream { store_dir: "${join(folder, `nats-${port}`)}" }` : '';
  await writeFile(
    file,
    `listen: "127.0.0.1:${port}"\n${store}\nauthorization { user: jane, password: "right" }`,
  );
  const server = await startProcess({
    command: findExecutable('nats-server') ?? '',
    args: ['--config', file],
    env: process.env,
    cwd: folder,
    stdio: 'ignore',
    stopSignal: 'SIGTERM',
    graceMs: 5000,
  });
  return { address: (user: string) => `nats://${user}127.0.0.1:${port}`, stop: server.stop };
};

const withUser = (address: string, username: string, password: string): string =>
  Object.assign(new URL(address), { username, password }).href;

describe('servers that refuse the configured access', () => {
  let database: TestDatabase;
  let store: AuthenticatingProxy;
  let nats: Awaited<ReturnType<typeof startGuardedNats>>;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framewright-refused-'));
    database = await createTestDatabase();
    const { port } = new URL((await sharedEventStore()).replace('esdb:', 'http:'));
    store = await startAuthenticatingProxy(Number(port), 'jane:right');
    nats = await startGuardedNats(folder, true);
    await eventually(async () =>
      expect(await natsAccess(nats.address('jane:right@'))).to.deep.equal({ _tag: 'Granted' }),
    );
  });
  after(async () => {
    await store.close();
    await nats.stop();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  it('npm start exits with one clear line for each, and prints no secret', async () => {
    const run = spawnStandalone(join(folder, 'data'), {
      EVENTSTORE_URL: store.urlFor(`jane:${SECRET}`),
      DATABASE_URL: withUser(database.url, 'postgres', SECRET),
      NATS_URL: nats.address(`jane:${SECRET}@`),
    });
    expect(await run.ended).to.equal(1);
    // The service stays root here, because other accounts cannot enter the folders of the test, and logs that first.
    const complaints = run.errors().trim().split('\n');
    const lines = complaints.filter((line) => !line.startsWith('WARNING: the service runs as root'));
    expect(lines.map((line) => line.replace(/\. Correct them;.*/, ''))).to.deep.equal([
      'The event store refuses the user and password in EVENTSTORE_URL',
      'PostgreSQL refuses the user and password in DATABASE_URL',
      'NATS refuses the user and password in NATS_URL',
    ]);
    expect(run.output() + run.errors()).to.not.contain(SECRET);
  });

  it('missing credentials are distinguished from wrong ones', async () => {
    const problem = await rejectionOf(
      checkServers(
        {
          eventStoreUrl: store.urlFor(),
          databaseUrl: withUser(database.url, 'postgres', ''),
          natsUrl: nats.address(''),
        },
        new AbortController().signal,
      ),
    );
    const lines = (problem as Error).message.split('\n');
    expect(lines).to.have.length(3);
    for (const line of lines)
      expect(line).to.match(/requires credentials, and \w+_URL has none\. Write it as/);
  });

  it('missing privileges, a missing database and NATS without JetStream are reported', async () => {
    const missing = new URL(database.url);
    missing.pathname = `/missing_${randomUUID().slice(0, 8)}`;
    expect(await postgresAccess(missing.href))
      .to.have.property('advice')
      .that.contains('no database');
    const plain = await startGuardedNats(folder, false);
    await eventually(async () =>
      expect(await natsAccess(plain.address('jane:right@')))
        .to.have.property('advice')
        .that.contains('no JetStream'),
    );
    await plain.stop();
  });

  it('successful checks store nothing', async () => {
    expect(await eventStoreAccess(store.urlFor('jane:right'))).to.deep.equal({ _tag: 'Granted' });
    expect(await postgresAccess(database.url)).to.deep.equal({ _tag: 'Granted' });
  });

  it('a server that does not answer is waited for, then reported', async () => {
    const port = await ownPort();
    const signal = new AbortController().signal;
    const natsUrl = `nats://jane:${SECRET}@127.0.0.1:${port}`;
    const problem = await rejectionOf(
      checkServers({ eventStoreUrl: undefined, databaseUrl: undefined, natsUrl }, signal, 0),
    );
    expect((problem as Error).message).to.match(/^No server answers at NATS_URL \(/);
    expect((problem as Error).message).to.not.contain(SECRET);
  });
});
