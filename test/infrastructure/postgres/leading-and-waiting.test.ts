import { Client } from 'pg';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { becomeLeader } from '../../../infrastructure/postgres/connection/leadership.js';
import { postgresReadModel } from '../../../infrastructure/postgres/read-models/read-model.js';
import { type ReadModels, startReadModels } from '../../support/event-log.js';

const position = (commit: bigint) => ({ commit, prepare: commit });
const batch = (commit: bigint) => ({ events: [], unknownTypes: [], undecodable: [], upTo: position(commit) });

describe('waiting for read models', () => {
  let models: ReadModels;
  beforeEach(async () => {
    models = await startReadModels();
  });
  afterEach(() => models.stop());
  const follow = (timeoutMs = 10_000) =>
    postgresReadModel({ database: models.database, databaseUrl: models.url, timeoutMs });

  it('resolves once the write has been projected, in every process', async () => {
    const [one, two] = [await follow(), await follow()];
    const order: string[] = [];
    const waits = [one, two].map(async (readModel) => {
      expect(await readModel.reached(position(5n))()).to.deep.equal(E.right(undefined));
      order.push('reached');
    });
    await models.store.apply(batch(4n));
    order.push('applied 4');
    await models.store.apply(batch(5n));
    await Promise.all(waits);
    expect(order[0]).to.equal('applied 4');
    expect(await one.reached(position(3n))()).to.deep.equal(E.right(undefined));
    await Promise.all([one.close(), two.close()]);
  });

  it('includes events projected before it started to listen', async () => {
    await models.store.apply(batch(7n));
    const readModel = await follow();
    expect(await readModel.reached(position(7n))()).to.deep.equal(E.right(undefined));
    await readModel.close();
  });

  it('times out: the write is stored, but cannot be read yet', async () => {
    const readModel = await follow(50);
    expect(await readModel.reached(position(9n))()).to.deep.equal(E.left({ _tag: 'NotYetReadable' }));
    await readModel.close();
  });

  it('catches up after its connection was lost', async () => {
    const readModel = await follow();
    const admin = new Client({ connectionString: models.url });
    await admin.connect();
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'framewright-listen' and datname = current_database()`,
    );
    await models.store.apply(batch(11n));
    expect(await readModel.reached(position(11n))()).to.deep.equal(E.right(undefined));
    await admin.end();
    await readModel.close();
  });
});

describe('leadership', () => {
  let models: ReadModels;
  before(async () => {
    models = await startReadModels();
  });
  after(() => models.stop());
  const never = new AbortController().signal;

  it('is held by one process at a time, and passes to the next when it resigns', async () => {
    const first = await becomeLeader(models.url, 'test', never);
    let second: Awaited<ReturnType<typeof becomeLeader>>;
    const waiting = becomeLeader(models.url, 'test', never).then((leadership) => (second = leadership));
    const other = await becomeLeader(models.url, 'another name', never);
    expect(second).to.equal(undefined);
    await first?.resign();
    await waiting;
    expect(second?.lost.aborted).to.equal(false);
    await Promise.all([second?.resign(), other?.resign()]);
  });

  it('is lost with its connection, and reports that', async () => {
    const held = await becomeLeader(models.url, 'fragile', never);
    const lost = new Promise((resolve) => held?.lost.addEventListener('abort', resolve));
    const admin = new Client({ connectionString: models.url });
    await admin.connect();
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'framewright-fragile'`,
    );
    await lost;
    const next = await becomeLeader(models.url, 'fragile', never);
    expect(next).to.not.equal(undefined);
    await next?.resign();
    await admin.end();
  });

  it('is no longer waited for once the signal aborts', async () => {
    const held = await becomeLeader(models.url, 'busy', never);
    const impatient = new AbortController();
    const waiting = becomeLeader(models.url, 'busy', impatient.signal);
    impatient.abort();
    expect(await waiting).to.equal(undefined);
    await held?.resign();
  });
});
