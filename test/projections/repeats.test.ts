import { NO_STREAM } from '@eventstore/db-client';
import { expect } from 'chai';
import type { Recorded } from '../../domain/events.js';
import { toEventData } from '../../infrastructure/eventstore/event-codec.js';
import { enqueueDeliveries } from '../../infrastructure/postgres/webhooks/deliveries.js';
import { rowStatements } from '../../infrastructure/postgres/read-models/row-statements.js';
import { sendTogether } from '../../infrastructure/postgres/connection/statements.js';
import { allProjections } from '../../projections/all.js';
import { type ReadModels, startReadModels, startStore } from '../support/event-store/event-log.js';
import { newStream, storeHistory } from '../support/event-store/example-history.js';
import { batchOf } from '../support/event-store/log-batch.js';
import { VIDEO_EXAMPLES } from './video-examples.js';
import { tableHashes } from '../support/servers/table-hashes.js';
import { PUBLIC_BASE_URL } from '../support/service/public-base-url.js';
import { LONG } from '../support/long-form.js';

const EVENTS = LONG ? 250 : 70;

describe('projections: events once, twice and late', () => {
  let events: ReadonlyArray<Recorded>;
  let expected: Readonly<Record<string, string>>;
  let models: ReadModels;

  before(async () => {
    const store = await startStore();
    await storeHistory(store.client, EVENTS);
    for (const example of VIDEO_EXAMPLES) {
      const { stream, events } = newStream(
        example.events[0]!.stream,
        example.events.map(({ event }) => event),
      );
      await store.client.appendToStream(stream, events.map(toEventData), { expectedRevision: NO_STREAM });
    }
    const head = await store.log.headAfter(undefined);
    const ended = new AbortController();
    const read: Recorded[] = [];
    for await (const batch of store.log.follow(undefined, ended.signal)) {
      read.push(...batch.events);
      if (batch.upTo.commit === head?.commit) ended.abort();
    }
    events = read;
    await store.stop();
    const once = await startReadModels();
    await once.store.apply(batchOf(events));
    expected = await tableHashes(once.database);
    await once.stop();
  });
  beforeEach(async () => {
    models = await startReadModels();
  });
  afterEach(() => models.stop());

  /** Applies events without regard to checkpoints, as if these had been lost. */
  const apply = (...batch: ReadonlyArray<Recorded>) =>
    models.database.transaction(async (transaction) => {
      const changes = allProjections.flatMap(({ project }) => batch.flatMap(project));
      await sendTogether(transaction, rowStatements(changes));
      const deliveries = changes.filter((change) => change._tag === 'EnqueueDeliveries');
      await enqueueDeliveries(PUBLIC_BASE_URL)(transaction, deliveries);
    });
  const expectTables = async () => expect(await tableHashes(models.database)).to.deep.equal(expected);

  it('change nothing more if repeated, one by one or all together', async () => {
    for (const event of events) {
      await apply(event);
      await apply(event);
    }
    await apply(...events);
    await expectTables();
  });

  it('change nothing if they come late, after their successors', async () => {
    await apply(...events);
    for (const event of events.toReversed()) await apply(event);
    await expectTables();
  });

  it('fail to apply if the checkpoint is behind what was stored, instead of leaving a gap', async () => {
    await models.store.apply(batchOf(events.slice(0, 50)));
    await models.database('projection_checkpoints').update({ commit_position: 1 });
    const outcome = await models.store.apply(batchOf(events.slice(50, 60))).then(
      () => 'applied',
      (error: Error) => error.message,
    );
    expect(outcome).to.match(/^the checkpoint of .* is behind what was stored$/);
  });

  it('are recorded by type in the same transaction if they are unknown', async () => {
    const batch = { ...batchOf(events.slice(0, 1)), unknownTypes: ['VideoDreamtOf'] };
    await models.store.apply(batch);
    const noted = await models.database('projection_skipped_types').select('type', 'first_commit_position');
    expect(noted).to.deep.equal([{ type: 'VideoDreamtOf', first_commit_position: batch.upTo.commit }]);
  });
});
