import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { binaryEvent, jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { Client } from 'pg';
import { ownEvents } from '../../../infrastructure/eventstore/own-events.js';
import { adminCommand, adminEnvironment, runAdmin } from '../../support/service/admin.js';
import { startStore } from '../../support/event-store/event-log.js';
import { collect } from '../../support/event-store/event-store-client.js';
import { eventually } from '../../support/eventually.js';
import { storeHistory } from '../../support/event-store/example-history.js';
import { itIfLong } from '../../support/long-form.js';

type Store = Awaited<ReturnType<typeof startStore>>;

const EVENTS = 300;

/** Events that cannot be decoded, and have no hash. */
const UNDECODABLE = [
  binaryEvent({ type: 'VideoScribbled', data: Buffer.from([0, 255, 10]) }),
  jsonEvent({ type: 'VideoDreamtOf', data: { text: 'ü\u0000', '10': [-0, 1e21, null] } }),
];

/** What must be equal in both stores, in the order of $all. */
const historyOf = async ({ client }: Store): Promise<ReadonlyArray<unknown>> =>
  (await collect(ownEvents(client))).map(({ id, streamId, revision, type, isJson, data, metadata }) => [
    id,
    streamId,
    revision,
    type,
    isJson,
    data,
    metadata,
  ]);

const lastLine = (text: string): unknown => JSON.parse(text.trim().split('\n').at(-1) ?? '');

describe('admin command line: copying the history to another event store', () => {
  let source: Store;
  let targets: Store[];

  before(async () => {
    targets = [];
    source = await startStore();
    await storeHistory(source.client, EVENTS);
    // From another program: must not be copied.
    await source.client.appendToStream('invoices-1', [jsonEvent({ type: 'Invoiced', data: {} })]);
    await source.client.appendToStream(`video-${randomUUID()}`, UNDECODABLE);
  });
  after(async () => {
    await source.stop();
    for (const target of targets) await target.stop();
  });

  const newTarget = async (): Promise<Store> => {
    const target = await startStore();
    targets.push(target);
    await target.client.appendToStream('orders-1', [jsonEvent({ type: 'Ordered', data: {} })]);
    return target;
  };

  const service = { databaseUrl: 'postgres://127.0.0.1:1/none', dataDir: tmpdir() };
  const copyCommand = (from: Store, to: Store) => [
    'eventstore',
    'copy',
    '--json',
    `--from=${from.node.connectionString}`,
    `--to=${to.node.connectionString}`,
  ];
  const copy = (from: Store, to: Store) =>
    runAdmin({ ...service, node: from.node }, ...copyCommand(from, to));

  it('keeps ids, order, revisions, data, metadata and hashes, also of what it cannot decode; a second run finds all of it', async () => {
    const target = await newTarget();
    const first = await copy(source, target);
    expect(first).to.include({ code: 0, stderr: '' });
    const events = await historyOf(source);
    expect(lastLine(first.stdout)).to.include({ found: 0, copied: events.length, events: events.length });
    expect(await historyOf(target)).to.deep.equal(events);

    const second = await copy(source, target);
    expect(lastLine(second.stdout)).to.include({ found: events.length, copied: 0, events: events.length });
  });

  itIfLong('resumes after it was killed', async () => {
    const target = await newTarget();
    const killed = spawn(process.execPath, [...adminCommand(...copyCommand(source, target))], {
      env: adminEnvironment({ ...service, node: source.node }),
      stdio: 'ignore',
    });
    const ended = once(killed, 'exit');
    await eventually(async () => expect(await historyOf(target)).to.have.length.above(20));
    killed.kill('SIGKILL');
    await ended;
    const before = (await historyOf(target)).length;
    const events = await historyOf(source);
    expect(before).to.be.below(events.length);
    const resumed = await copy(source, target);
    expect(lastLine(resumed.stdout)).to.include({ found: before, copied: events.length - before });
    expect(await historyOf(target)).to.deep.equal(events);
  });

  it('refuses a target that contains other events, more events, or is the source', async () => {
    const other = await newTarget();
    await storeHistory(other.client, 1);
    const before = await historyOf(other);
    const refused = await copy(source, other);
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.match(
      /^The target contains other events: it has event 0 of \S+ where the source has/,
    );
    expect(await historyOf(other)).to.deep.equal(before);

    const empty = await newTarget();
    const longer = await copy(empty, other);
    expect(longer.stderr).to.match(/^The target contains other events: event 0 of \S+ is not in the source/);

    const same = await copy(other, other);
    expect(same).to.include({ code: 1, stderr: '--from and --to name the same event store.\n' });
  });

  it('refuses a source whose streams cannot keep their revisions in the target', async () => {
    const [truncated, target] = [await newTarget(), await newTarget()];
    const stream = `video-${randomUUID()}`;
    const events = [jsonEvent({ type: 'A', data: {} }), jsonEvent({ type: 'B', data: {} })];
    await truncated.client.appendToStream(stream, events);
    const postgres = new Client({ connectionString: truncated.databaseUrl });
    await postgres.connect();
    await postgres.query('delete from eventstore.events where stream = $1 and revision = 0', [stream]);
    await postgres.end();
    const refused = await copy(truncated, target);
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.match(/cannot get this revision in the target/);
  });
});
