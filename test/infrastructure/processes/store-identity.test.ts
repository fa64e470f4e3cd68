import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { uncompared } from '../../../application/transparency/compare-history.js';
import type { VideoId } from '../../../domain/ids.js';
import { eventStoreDbEventStore } from '../../../infrastructure/eventstore/event-store-db.js';
import { IDENTITY_STREAM, storeIdentity } from '../../../infrastructure/eventstore/store-identity.js';
import { becomeLeader } from '../../../infrastructure/postgres/connection/leadership.js';
import { claimStore } from '../../../infrastructure/processes/parts/claim-store.js';
import { StartRefusedError } from '../../../infrastructure/platform/start-refused.js';
import { runAdmin, startAdmin } from '../../support/service/admin.js';
import { startProjecting, replay, startReadModels, startStore } from '../../support/event-store/event-log.js';
import { collect, rejectionOf } from '../../support/event-store/event-store-client.js';
import { eventually } from '../../support/eventually.js';
import { newStream, type StreamOfEvents } from '../../support/event-store/example-history.js';
import { composition, videoCreated } from '../../support/examples.js';
import { rightOf } from '../../support/right-of.js';
import { spawnStandalone } from '../../support/service/standalone.js';
import { tableHashes } from '../../support/servers/table-hashes.js';
import { forEachTest, forSuite } from '../../support/for-suite.js';

type Store = Awaited<ReturnType<typeof startStore>>;

const videos = (count: number): ReadonlyArray<StreamOfEvents> =>
  Array.from({ length: count }, (_, index) => {
    const videoId = randomUUID() as VideoId;
    const created = videoCreated(composition(`v${index}`), { videoId, editorTokenHash: randomUUID() });
    return newStream(`video-${videoId}`, [created]);
  });

const put = async ({ client }: Store, streams: ReadonlyArray<StreamOfEvents>): Promise<void> => {
  const store = eventStoreDbEventStore(client, uncompared);
  for (const { stream, events } of streams) rightOf(await store.append(stream, 'no-stream', events)());
};

describe('read models and the event store they belong to', () => {
  const history = videos(20);
  const first = forSuite(startStore, (opened) => opened.stop());
  const second = forSuite(startStore, (opened) => opened.stop());
  const models = forEachTest(startReadModels, (opened) => opened.stop());
  before(async () => {
    await put(first, history);
    // The same history at other positions, and longer.
    await second.client.appendToStream(`other-${randomUUID()}`, [jsonEvent({ type: 'Noise', data: {} })]);
    await put(second, [...history, ...videos(5)]);
  });

  const claim = ({ client, node }: Store): Promise<void> => {
    const { database } = models;
    return claimStore(
      { database, client, eventStoreUrl: node.connectionString },
      new AbortController().signal,
    );
  };

  it('a store has a single identity, whichever client asks first', async () => {
    const asked = await Promise.all(Array.from({ length: 8 }, () => storeIdentity(first.client)));
    expect(new Set(asked)).to.have.property('size', 1);
    expect(await storeIdentity(second.client)).to.not.equal(asked[0]);
    const recorded = await collect(first.client.readStream(IDENTITY_STREAM));
    expect(recorded.map(({ event }) => event?.id)).to.deep.equal([asked[0]]);
  });

  it('a database that follows one store is refused another', async () => {
    await claim(first);
    await replay(first.log, models);
    await claim(first);
    const refusal = await rejectionOf(claim(second));
    expect(refusal).to.be.instanceOf(StartRefusedError);
    expect((refusal as Error).message)
      .to.contain('built from another event store')
      .and.contain('set EVENTSTORE_URL back')
      .and.contain('admin -- eventstore copy')
      .and.contain('admin -- projections rebuild --adopt-store');
  });

  it('an empty database follows any store', async () => {
    await claim(first);
    await claim(second);
    await claim(first);
  });

  it('a database of an earlier release is assigned to the first store it is used with', async () => {
    await replay(first.log, models);
    await claim(first);
    expect(await rejectionOf(claim(second))).to.be.instanceOf(StartRefusedError);
  });

  it('npm start and the command line report it and exit', async () => {
    await claim(first);
    await replay(first.log, models);
    const dataDir = await mkdtemp(join(tmpdir(), 'framewright-identity-'));
    const run = spawnStandalone(dataDir, {
      DATABASE_URL: models.url,
      EVENTSTORE_URL: second.node.connectionString,
    });
    expect(await run.ended).to.equal(1);
    expect(run.errors()).to.match(/^The read models in this database were built from another event store/);
    const listed = await startAdmin(
      { node: second.node, databaseUrl: models.url, dataDir },
      'projections',
      'status',
    );
    expect(listed.code).to.equal(1);
    expect(listed.stderr).to.match(/^The read models in this database were built from another event store/);
    await rm(dataDir, { recursive: true });
  });

  it('--adopt-store rebuilds the read models from the configured store, and sends nothing again', async () => {
    await claim(first);
    await replay(first.log, models);
    const service = { node: second.node, databaseUrl: models.url, dataDir: tmpdir() };
    const adopted = await runAdmin(service, 'projections', 'rebuild', '--adopt-store');
    expect(adopted).to.include({ code: 0, stderr: '' });
    expect(adopted.stdout).to.match(/^rebuilt .* from 25 events/);
    await claim(second);
    expect(await rejectionOf(claim(first))).to.be.instanceOf(StartRefusedError);

    // Projections that send continue after their last event in the first store; the others are at the head.
    const head = await second.log.headAfter(undefined);
    const lastShown = history.at(-1)?.events.at(-1)?.id;
    const all = await collect(second.client.readAll());
    const place = all.find(({ event }) => event?.id === lastShown)?.event?.position;
    expect(place?.commit).to.not.equal(head?.commit);
    expect(await models.store.start()).to.deep.equal(place);

    const projecting = startProjecting(second.log, models);
    await eventually(async () => expect(await models.store.start()).to.deep.equal(head));
    await projecting.stop();
    const fresh = await startReadModels();
    await replay(second.log, fresh);
    expect(await tableHashes(models.database)).to.deep.equal(await tableHashes(fresh.database));
    await fresh.stop();
  });

  it('--adopt-store refuses a database with a running projector', async () => {
    const place = await becomeLeader(models.url, 'projector', new AbortController().signal);
    const service = { node: second.node, databaseUrl: models.url, dataDir: tmpdir() };
    const adopted = await runAdmin(service, 'projections', 'rebuild', '--adopt-store');
    expect(adopted).to.include({ code: 1 });
    expect(adopted.stderr).to.contain('A projector is running on this database. Stop the service first.');
    await place?.resign();
  });
});
