import { expect } from 'chai';
import { Client } from 'pg';
import { historyCheck } from '../../infrastructure/cli/admin/doctor/servers.js';
import { openDatabase } from '../../infrastructure/postgres/connection/database.js';
import { complaint } from '../support/api/check-complaint.js';
import { deleteEvents, insertEvent, rewriteEvents } from '../support/event-store/rewritten-events.js';
import { eventually } from '../support/eventually.js';
import { createTestDatabase } from '../support/servers/postgres.js';
import { runAdmin } from '../support/service/admin.js';
import { type Api, apiClient, minimalVideo } from '../support/service/http-client.js';
import { itIfLong } from '../support/long-form.js';
import { dataFolder, publishedRun, type Standalone, startStandalone } from '../support/service/standalone.js';

const DIFFERS = 'the stored history differs from the log; see audit';

describe('Events that were rewritten in the event store while the service was stopped', function () {
  this.timeout(300_000);
  let folder: Awaited<ReturnType<typeof dataFolder>>;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let service: Standalone;
  let api: Api;
  let key: string;
  let checkpointBefore: string;
  const videos: { [what: string]: string } = {};
  const ATTACKED = ['middle', 'end', 'deleted', 'removed', 'inserted'];

  const start = async (): Promise<void> => {
    const settings = { DATABASE_URL: database.url, LOG_CHECKPOINT_SECONDS: '1' };
    service = await startStandalone(folder.path, settings);
    api = apiClient(service.baseUrl, key);
  };
  const stop = async (): Promise<void> => {
    expect(await service.end('SIGTERM')).to.equal(0);
  };
  const running = () => {
    const { eventStoreUrl, databaseUrl } = publishedRun(folder.path);
    return { node: { connectionString: eventStoreUrl }, databaseUrl, dataDir: folder.path };
  };
  const admin = (...args: ReadonlyArray<string>) => runAdmin(running(), ...args);
  const onDatabase = async <A>(work: (client: Client) => Promise<A>): Promise<A> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const streamOf = (what: string): string => `video-${videos[what] ?? ''}`;
  const createVideo = async (): Promise<string> => {
    const id = (await api('POST', '/v1/videos', { body: minimalVideo })).body.data._id as string;
    for (const name of ['second', 'third'])
      await api('PATCH', `/v1/videos/${id}`, { body: { metadata: { name } } });
    return id;
  };
  const patch = (what: string) =>
    api('PATCH', `/v1/videos/${videos[what] ?? ''}`, { body: { metadata: { duration: 2000 } } });
  const checkpoint = async (): Promise<string> => (await api('GET', '/log/checkpoint')).text;
  const ready = (query = '') => api('GET', `/readyz${query}`);
  /** Waits until the newest checkpoint covers everything in the log. */
  const signed = (): Promise<void> =>
    eventually(async () => {
      const covered = await onDatabase((client) =>
        client.query(`select 1 from merkle_head join merkle_checkpoints using (size)
          where (select count(*) from eventstore.events where stream like '%-%') <= size + 1`),
      );
      expect(covered.rows).to.have.length(1);
    });

  before(async () => {
    folder = await dataFolder();
    database = await createTestDatabase();
    await start();
    const { stdout } = await admin('api-keys', 'issue', '--owner', 'alice', '--limits', 'none', '--json');
    ({ key } = JSON.parse(stdout) as { key: string });
    api = apiClient(service.baseUrl, key);
    for (const what of ['untouched', ...ATTACKED]) videos[what] = await createVideo();
    await signed();
    checkpointBefore = await checkpoint();
    await stop();
    await onDatabase(async (store) => {
      await store.query('create table the_events as table eventstore.events');
      await rewriteEvents(store, streamOf('middle'), 'second', 'forged');
      await rewriteEvents(store, streamOf('end'), 'third', 'forged');
      await deleteEvents(store, streamOf('deleted'), 2);
      const [free = ''] = await deleteEvents(store, streamOf('removed'));
      await insertEvent(store, streamOf('inserted'), free, 'third', 'forged');
    });
    await start();
  });
  after(async () => {
    await stop();
    await database.drop();
    await folder.remove();
  });

  it('are not decided upon', async () => {
    for (const what of ATTACKED) {
      const { status, body } = await patch(what);
      expect({ status, message: body.message }, what).to.deep.equal({ status: 503, message: [DIFFERS] });
      const render = await api('POST', `/v1/renders/${videos[what] ?? ''}`, { body: {} });
      expect({ what, status: render.status }).to.deep.equal({ what, status: 503 });
    }
  });

  it('are not served: reads show what was recorded, or say why not', async () => {
    for (const what of ATTACKED) {
      const { data } = (await api('GET', `/v1/videos/${videos[what] ?? ''}`)).body;
      expect(data.metadata.name, what).to.equal('third');
      const history = await api('GET', `/v1/videos/${videos[what] ?? ''}/events`);
      expect(history.status, what).to.equal(503);
      expect(history.text).not.to.include('forged');
    }
    const version = await api('GET', `/v1/videos/${videos['end'] ?? ''}/versions/3`);
    expect(version.status).to.equal(503);
    expect(version.body.message).to.deep.equal([DIFFERS]);
  });

  it('are found by audit check, which names each', async () => {
    const { code, stdout, stderr } = await admin('audit', 'check');
    expect(stderr).to.include('The stored history differs from the log');
    expect(code).to.equal(1);
    for (const line of [
      `${streamOf('middle')} event 1 is not the one that was logged`,
      `${streamOf('end')} event 2 is not the one that was logged`,
      `${streamOf('deleted')} event 2 was logged, and the event store does not have it`,
      `${streamOf('removed')} event 0 was logged, and the event store does not have it`,
      `${streamOf('inserted')} event 3 was never logged, although later events were`,
    ])
      expect(stdout).to.include(line);
    expect(stdout).not.to.include(streamOf('untouched'));
  });

  it('make /readyz and the doctor fail; reads stay ready', async () => {
    await eventually(async () => {
      const { status, body } = await ready();
      expect({ status, history: body.servers.history }).to.deep.equal({ status: 503, history: false });
    });
    expect((await ready('?for=reads')).status).to.equal(200);
    const connection = openDatabase({ url: database.url, poolSize: 1 });
    expect(await complaint(historyCheck(connection))).to.match(
      /^failed: \d+ events of the event store differ/,
    );
    await connection.destroy();
  });

  it('let other streams change, but no checkpoint is signed', async () => {
    expect((await patch('untouched')).status).to.equal(200);
    await eventually(() => expect(service.output()).to.include('could not sign a checkpoint of the log'));
    expect(await checkpoint()).to.equal(checkpointBefore);
  });

  it('make a witness fail that can reach the store, although the log only grew', async () => {
    const store = `${folder.path}/witnessed.txt`;
    const { code, stdout, stderr } = await admin('audit', 'witness', service.baseUrl, '--store', store);
    expect(stdout).to.include('consistent: the log only grew');
    expect(stderr).to.include('The stored history differs from the log');
    expect(code).to.equal(1);
  });

  it('do not get into read models that are rebuilt', async () => {
    const { code, stderr } = await admin('projections', 'rebuild');
    expect(stderr).to.include('the old read models are unchanged');
    expect(code).to.equal(1);
  });

  itIfLong('stop to matter once they are repaired', async () => {
    await stop();
    await onDatabase((store) =>
      store.query(`begin;
        delete from eventstore.events where position in (select position from the_events);
        insert into eventstore.events table the_events;
        commit`),
    );
    await start();
    await eventually(async () => expect((await ready()).status).to.equal(200));
    for (const what of ATTACKED) expect((await patch(what)).status, what).to.equal(200);
    const { code, stdout } = await admin('audit', 'check');
    expect(stdout).to.match(/The event store matches the log: \d+ events compared/);
    expect(code).to.equal(0);
    await eventually(async () => expect(await checkpoint()).not.to.equal(checkpointBefore));
  });
});
