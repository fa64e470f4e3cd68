import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { prepareEventStoreSecrets } from '../../../infrastructure/machine/servers/event-store-secrets.js';
import { scriptFolder } from '../../support/processes/child-script.js';
import { uniqueStream, rejectionOf } from '../../support/event-store/event-store-client.js';
import { type NodeProcess, startNodeProcess } from '../../support/event-store/node-process.js';
import type { TestDatabase } from '../../support/servers/postgres-server.js';
import { createTestDatabase } from '../../support/servers/postgres.js';

const PERMISSION_DENIED = 7;
const UNAUTHENTICATED = 16;

const event = () => jsonEvent({ type: 'Tried', data: {} });

const consume = async (events: AsyncIterable<unknown>): Promise<number> => {
  let count = 0;
  for await (const _ of events) count += 1;
  return count;
};

const confirmed = (subscription: NodeJS.EventEmitter): Promise<void> =>
  new Promise((resolve, reject) => void subscription.once('confirmation', resolve).once('error', reject));

/** Every call that the service makes. */
const calls: Readonly<Record<string, (client: EventStoreDBClient, stream: string) => Promise<unknown>>> = {
  'read of $all': (client) => consume(client.readAll({ maxCount: 1 })),
  'read of a stream': (client, stream) => consume(client.readStream(stream)),
  'subscription to $all': (client) => confirmed(client.subscribeToAll().on('error', () => undefined)),
  append: (client, stream) => client.appendToStream(stream, event()),
};

describe('authentication by the embedded node', () => {
  let folder: Awaited<ReturnType<typeof scriptFolder>>;
  let database: TestDatabase;
  let node: NodeProcess;
  const clients: Array<EventStoreDBClient> = [];

  before(async () => {
    folder = await scriptFolder();
    database = await createTestDatabase();
    const secrets = join(folder.folder, 'secrets');
    await prepareEventStoreSecrets(secrets);
    node = await startNodeProcess(database.url, undefined, secrets);
  });
  after(async () => {
    await Promise.all(clients.map((client) => client.dispose()));
    await node.stop();
    await database.drop();
    await folder.remove();
  });

  const clientAs = (user: string): EventStoreDBClient => {
    const client = EventStoreDBClient.connectionString(
      node.connectionString.replace(/\/\/[^@]*@/, `//${user}`),
    );
    clients.push(client);
    return client;
  };
  const codesOf = async (client: EventStoreDBClient) => {
    const codes: Record<string, unknown> = {};
    for (const [name, call] of Object.entries(calls))
      codes[name] = ((await rejectionOf(call(client, uniqueStream()))) as { code?: number }).code;
    return codes;
  };
  const everyCall = (code: number) => Object.fromEntries(Object.keys(calls).map((name) => [name, code]));

  it('serves the user of the URL in every call', async () => {
    const client = clientAs(/\/\/([^@]*@)/.exec(node.connectionString)?.[1] ?? '');
    for (const call of Object.values(calls)) {
      const stream = uniqueStream();
      await client.appendToStream(stream, event());
      await call(client, stream);
    }
  });

  it('refuses every call with a wrong user or password as unauthenticated', async () => {
    const [, password = ''] = /:([^:@]+)@/.exec(node.connectionString) ?? [];
    expect(await codesOf(clientAs('framewright:wrong@'))).to.deep.equal(everyCall(UNAUTHENTICATED));
    expect(await codesOf(clientAs(`somebody:${password}@`))).to.deep.equal(everyCall(UNAUTHENTICATED));
  });

  it('refuses every call without a user', async () => {
    expect(await codesOf(clientAs(''))).to.deep.equal(everyCall(PERMISSION_DENIED));
  });

  it('stores its secrets in files that only its user can read', async () => {
    const secrets = join(folder.folder, 'secrets');
    expect((await readdir(secrets)).sort()).to.deep.equal(['certificate.pem', 'key.pem', 'password']);
    for (const file of await readdir(secrets))
      expect((await stat(join(secrets, file))).mode & 0o777, file).to.equal(0o600);
  });
});
