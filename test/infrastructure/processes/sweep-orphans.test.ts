import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { sweepOrphans } from '../../../infrastructure/processes/parts/sweeps.js';
import { replay, startReadModels, startStore } from '../../support/event-store/event-log.js';
import { storeHistory } from '../../support/event-store/example-history.js';
import { forSuite } from '../../support/for-suite.js';

describe("the projector's sweep of orphans", () => {
  const models = forSuite(startReadModels, (opened) => opened.stop());
  const store = forSuite(startStore, (opened) => opened.stop());

  it('keeps what an event may still name until every event is projected', async () => {
    const { database } = models;
    const orphan = { endpoint_id: randomUUID(), secret_id: 'lost', secret: 'whsec_' };
    await database('webhook_secrets').insert({ ...orphan, kept_at: '2020-01-01T00:00:00Z' });
    const left = async () => {
      await sweepOrphans(database, store.log);
      return database('webhook_secrets').pluck('secret_id');
    };
    await storeHistory(store.client, 10);
    expect(await left(), 'before anything is projected').to.deep.equal(['lost']);
    await replay(store.log, models);
    await storeHistory(store.client, 10);
    expect(await left(), 'while events are waiting').to.deep.equal(['lost']);
    await replay(store.log, models);
    expect(await left()).to.deep.equal([]);
  });
});
