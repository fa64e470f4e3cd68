import { Client } from 'pg';
import { expect } from 'chai';
import { becomeLeader } from '../../../infrastructure/postgres/connection/leadership.js';
import { startReadModels } from '../../support/event-store/event-log.js';
import { forSuite } from '../../support/for-suite.js';

describe('leadership', () => {
  const models = forSuite(startReadModels, (opened) => opened.stop());
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
