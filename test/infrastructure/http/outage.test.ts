import { expect } from 'chai';
import { connectToEventStore } from '../../../infrastructure/eventstore/client.js';
import { type ApiProcess, startApiProcess } from '../../support/service/api-process.js';
import { eventually } from '../../support/eventually.js';
import { type FaultProxy, startFaultProxy } from '../../support/servers/fault-proxy.js';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import { sharedService } from '../../support/service/service.js';
import { forSuite } from '../../support/for-suite.js';

describe('HTTP API: outage of a server it depends on', () => {
  const service = forSuite(sharedService);
  let proxy: FaultProxy;
  let process: ApiProcess;
  let api: Api;
  before(async () => {
    const database = new URL(service.databaseUrl);
    proxy = await startFaultProxy(Number(database.port));
    database.host = `127.0.0.1:${proxy.port}`;
    process = await startApiProcess({ ...service, databaseUrl: String(database) });
    api = apiClient(process.baseUrl, await service.issueKey('outage'));
  });
  after(async () => {
    await process.stop();
    await proxy.close();
  });

  it('responds with 503 in the standard error format without internal details, and recovers', async () => {
    const { _id } = (await api('POST', '/v1/videos', { body: minimalVideo })).body.data;
    proxy.refuse(true);
    proxy.cut();
    const away = await eventually(async () => {
      const reply = await api('GET', `/v1/videos/${_id}`);
      expect(reply.status).to.equal(503);
      return reply;
    });
    expect(away.body).to.deep.equal({
      statusCode: 503,
      message: ['the service is temporarily unavailable; retry'],
      error: 'Service Unavailable',
      type: '/guide/errors/unavailable',
    });
    expect(away.headers.get('retry-after')).to.equal('1');
    expect((await apiClient(process.baseUrl)('GET', '/healthz')).status).to.equal(200);
    expect((await apiClient(process.baseUrl)('GET', '/readyz')).status).to.equal(503);
    proxy.refuse(false);
    await eventually(async () => expect((await api('GET', `/v1/videos/${_id}`)).status).to.equal(200));
    const create = { body: minimalVideo, headers: { 'idempotency-key': 'after the outage' } };
    await eventually(async () => expect((await api('POST', '/v1/videos', create)).status).to.equal(201));
  });

  it('reports that it is not ready before an unresponsive server times out', async () => {
    const store = await startFaultProxy(service.node.port);
    const silent = await startApiProcess({
      ...service,
      node: { ...service.node, connectionString: `esdb://127.0.0.1:${store.port}?tls=false` },
    });
    const connection = connectToEventStore(`esdb://127.0.0.1:${store.port}?tls=false`);
    const client = apiClient(silent.baseUrl);
    try {
      await eventually(async () => expect((await client('GET', '/readyz')).status).to.equal(200));
      await connection.client.getStreamMetadata('readiness');
      store.swallowAnswers();
      const [first] = await Promise.race([
        client('GET', '/readyz').then(({ status, body }) => [status, body.servers.eventstoredb] as const),
        connection.client.getStreamMetadata('readiness').then(
          () => ['answered'] as const,
          () => ['timed out'] as const,
        ),
      ]);
      expect(first).to.equal(503);
    } finally {
      await connection.close();
      await silent.kill();
      await store.close();
    }
  });
});
