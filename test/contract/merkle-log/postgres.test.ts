import { expect } from 'chai';
import { postgresMerkleLog } from '../../../infrastructure/postgres/log/merkle-log.js';
import { type ReadModels, startReadModels } from '../../support/event-store/event-log.js';
import { positionAt } from '../../support/event-store/log-batch.js';
import { merkleLogContract } from './merkle-log-contract.js';

merkleLogContract('PostgreSQL', async () => {
  const { database, stop } = await startReadModels();
  return { openProcess: () => postgresMerkleLog(database, 'a store'), close: stop };
});

describe('Merkle log in PostgreSQL', () => {
  let models: ReadModels;
  before(async () => (models = await startReadModels()));
  after(() => models.stop());

  it('has no position for another event store, whose positions mean other events', async () => {
    const growth = { from: 0, to: 1, leaves: [{ stream: 's', revision: 0 }], subtrees: [] };
    await postgresMerkleLog(models.database, 'one store').extend({ ...growth, position: positionAt(7n) });
    expect(await postgresMerkleLog(models.database, 'another store').head()).to.deep.equal({
      size: 1,
      position: undefined,
    });
  });
});
