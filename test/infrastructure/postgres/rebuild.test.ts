import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { uncompared } from '../../../application/transparency/compare-history.js';
import { fairTurns } from '../../../application/renders/fair-turns.js';
import type { ApiKeyId, VideoId, WebhookEndpointId } from '../../../domain/ids.js';
import { rebuildProjections } from '../../../infrastructure/postgres/read-models/rebuild.js';
import { postgresQueries } from '../../../infrastructure/postgres/queries/queries.js';
import { postgresRenderJobs } from '../../../infrastructure/postgres/renders/render-jobs.js';
import { allProjections } from '../../../projections/all.js';
import { eventStoreDbEventStore } from '../../../infrastructure/eventstore/event-store-db.js';
import {
  catchUp,
  startProjecting,
  type ReadModels,
  replay,
  startReadModels,
  startStore,
} from '../../support/event-store/event-log.js';
import { eventually } from '../../support/eventually.js';
import { newStream, storeHistory } from '../../support/event-store/example-history.js';
import { at, composition, owner, videoCreated } from '../../support/examples.js';
import { rightOf } from '../../support/right-of.js';
import { tableHashes } from '../../support/servers/table-hashes.js';
import { LONG } from '../../support/long-form.js';

const EVENTS = LONG ? 1500 : 600;
const WITH_TABLES = allProjections.filter(({ tables }) => tables.length > 0);

describe('projections: rebuild', () => {
  let store: Awaited<ReturnType<typeof startStore>>;
  let models: ReadModels;
  const endpointId = randomUUID() as WebhookEndpointId;
  const deletedId = randomUUID() as WebhookEndpointId;

  before(async () => {
    store = await startStore();
    models = await startReadModels();
    const events = eventStoreDbEventStore(store.client, uncompared);
    const keyId = randomUUID() as ApiKeyId;
    const endpoint = { endpointId, secretId: 'first', ownerId: owner, url: 'https://a.example/', at: at(0) };
    for (const { stream, events: given } of [
      newStream(`webhookEndpoint-${endpointId}`, [
        {
          type: 'WebhookEndpointRegistered',
          data: { ...endpoint, events: ['render.completed', 'render.failed'] },
        },
      ]),
      newStream(`webhookEndpoint-${deletedId}`, [
        { type: 'WebhookEndpointRegistered', data: { ...endpoint, endpointId: deletedId, events: [] } },
        { type: 'WebhookEndpointDeleted', data: { endpointId: deletedId, ownerId: owner, at: at(1) } },
      ]),
      newStream(`apiKey-${keyId}`, [
        {
          type: 'ApiKeyIssued',
          data: { keyId, ownerId: owner, keyHash: 'f'.repeat(64), limits: {}, at: at(0) },
        },
      ]),
    ])
      rightOf(await events.append(stream, 'no-stream', given)());
    await storeHistory(store.client, EVENTS);
  });
  after(async () => {
    await models.stop();
    await store.stop();
  });

  const counts = async () => {
    const count = async (table: string) => Number((await models.database(table).count({ n: '*' }))[0]?.['n']);
    return {
      messages: await count('webhook_messages'),
      deliveries: await count('webhook_deliveries'),
      secrets: await count('webhook_secrets'),
    };
  };

  it('under load: no read fails, nothing is sent again, the new tables are complete, the switch is fast', async () => {
    const projecting = startProjecting(store.log, models);
    const head = await store.log.headAfter(undefined);
    await eventually(async () => expect(await models.store.start()).to.deep.equal(head));
    const jobs = postgresRenderJobs(models.database);
    // All except the first are dispatched, and must stay so.
    const everything = { slots: 1000, underWayPerOwner: 1000 };
    const claimed = await jobs.claim(1000, (owners, latest) => fairTurns(owners, latest, everything));
    await jobs.giveBack(claimed.slice(0, 1));

    const queries = postgresQueries(models.database).videos;
    const events = eventStoreDbEventStore(store.client, uncompared);
    const stopped = new AbortController();
    const written: VideoId[] = [];
    let reads = 0;
    const writing = (async () => {
      while (!stopped.signal.aborted) {
        const videoId = randomUUID() as VideoId;
        const { stream, events: given } = newStream(`video-${videoId}`, [
          videoCreated(composition('load'), { videoId, editorTokenHash: randomUUID() }),
        ]);
        rightOf(await events.append(stream, 'no-stream', given)());
        written.push(videoId);
      }
    })();
    const reading = (async () => {
      while (!stopped.signal.aborted) {
        const { batches } = rightOf(await queries.list(owner, {}, { limit: 20, page: 1 })());
        let videos = 0;
        for await (const batch of batches) videos += rightOf(batch).rows.length;
        expect(videos).to.equal(20);
        reads += 1;
      }
    })();
    await eventually(() => expect(written).to.have.length.above(3));

    await models.database('video_list').update({ name: 'spoilt' });
    await models.database('webhook_secrets').insert([
      { endpoint_id: endpointId, secret_id: 'first', secret: 'whsec_' },
      { endpoint_id: deletedId, secret_id: 'first', secret: 'unless the rebuild forgets it' },
    ]);
    const before = await counts();
    const checkpoint = await models.store.start();
    await rebuildProjections({
      database: models.database,
      eventLog: store.log,
      projections: WITH_TABLES,
      signal: new AbortController().signal,
    });
    expect((await models.store.start())?.commit).to.satisfy(
      (commit: bigint) => commit >= (checkpoint?.commit ?? 0n),
    );
    stopped.abort();
    await Promise.all([writing, reading]);
    expect(reads).to.be.above(0);
    expect(await counts()).to.deep.equal(before);
    const versions = models.database('webhook_secret_versions');
    expect(await versions.where({ endpoint_id: endpointId }).pluck('secret_id')).to.deep.equal(['first']);
    expect(await jobs.claim(1000, (owners, latest) => fairTurns(owners, latest, everything))).to.deep.equal(
      claimed.slice(0, 1),
    );

    const last = await store.log.headAfter(undefined);
    await eventually(async () => expect(await models.store.start()).to.deep.equal(last));
    await projecting.stop();
    const fresh = await startReadModels();
    await replay(store.log, fresh);
    expect(await tableHashes(models.database)).to.deep.equal(await tableHashes(fresh.database));
    await fresh.stop();
  });

  it('keeps the names of indexes and constraints, so that later migrations find them', async () => {
    const fresh = await startReadModels();
    const structure = async ({ database }: ReadModels) => {
      const { rows } = await database.raw(
        `select indexdef as definition from pg_indexes where schemaname = 'public'
         union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
           from pg_constraint where connamespace = 'public'::regnamespace
         order by 1`,
      );
      return rows as unknown;
    };
    expect(await structure(models)).to.deep.equal(await structure(fresh));
    await fresh.stop();
  });

  it('keeps the old tables if it is interrupted', async () => {
    const hashes = await tableHashes(models.database);
    const interrupted = new AbortController();
    const rebuilding = rebuildProjections({
      database: models.database,
      eventLog: store.log,
      projections: WITH_TABLES,
      signal: interrupted.signal,
      onProgress: () => interrupted.abort(),
    });
    const outcome = await rebuilding.then(
      () => 'done',
      (error: Error) => error.message,
    );
    expect(outcome).to.be.oneOf(['the rebuild was interrupted; the old read models are unchanged', 'done']);
    expect(await tableHashes(models.database)).to.deep.equal(hashes);
  });

  it('happens automatically if skipped events can be read now', async () => {
    await models.database('projection_skipped_types').insert([
      { type: 'VideoRestored', first_commit_position: '1' },
      { type: 'VideoDreamtOf', first_commit_position: '2' },
    ]);
    const hashes = await tableHashes(models.database);
    await models.database('video_list').update({ name: 'spoilt' });
    expect(await catchUp(store, models)).to.deep.equal(['VideoRestored']);
    expect(await tableHashes(models.database)).to.deep.equal(hashes);
    expect(await catchUp(store, models)).to.deep.equal([]);
    expect(await models.database('projection_skipped_types').pluck('type')).to.deep.equal(['VideoDreamtOf']);
  });
});
