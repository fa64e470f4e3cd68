import { expect } from 'chai';
import { postgresMerkleLog } from '../../../infrastructure/postgres/log/merkle-log.js';
import { claimFor } from '../../../infrastructure/postgres/read-models/event-store.js';
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

  it('tells up to where it has all events only if it has followed the store that the database belongs to', async () => {
    const [store, another] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
    await claimFor(models.database, store);
    const event = { stream: 't', revision: 0 };
    const growth = { leaves: [event], subtrees: [], position: positionAt(9n) };
    const upTo = async (): Promise<bigint | undefined> =>
      (await postgresMerkleLog(models.database).leavesOf([event])).upTo;
    await postgresMerkleLog(models.database, another).extend({ ...growth, from: 1, to: 2 });
    expect(await upTo()).to.equal(undefined);
    const next = { ...growth, leaves: [{ stream: 't', revision: 1 }] };
    await postgresMerkleLog(models.database, store).extend({ ...next, from: 2, to: 3 });
    expect(await upTo()).to.equal(9n);
  });
});
