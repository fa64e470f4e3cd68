import { expect } from 'chai';
import type { RenderId } from '../../domain/ids.js';
import { eventually } from '../support/eventually.js';
import { type Api, minimalVideo } from '../support/service/http-client.js';
import { type FaultProxy, startFaultProxy } from '../support/servers/fault-proxy.js';
import type { ServiceProcess } from '../support/service/service-process.js';
import { type SeparateProcesses, startSeparateProcesses } from './separate-processes.js';
import { itIfLong } from '../support/long-form.js';

const VARIABLES = ['DATABASE_URL', 'EVENTSTORE_URL', 'NATS_URL', 'S3_ENDPOINT'];
/** Within this time of a connection falling silent, everything goes on, in ms. */
const RECOVERY = 60_000;

const isAlive = ({ pid }: ServiceProcess): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the loops of all processes, when connections fall silent without closing', () => {
  let fleet: SeparateProcesses;
  const proxies = new Map<string, FaultProxy>();
  let api: Api;
  let startProjector: () => Promise<ServiceProcess>;
  let projector: ServiceProcess;
  let videoId: string;

  before(async () => {
    fleet = await startSeparateProcesses();
    const { service, settings, s3 } = fleet;
    const behind = async (variable: string, address: string): Promise<readonly [string, string]> => {
      const proxy = await startFaultProxy(Number(/:(\d+)[/?]?[^:]*$/.exec(address)?.[1]));
      proxies.set(variable, proxy);
      return [variable, address.replace(/:\d+([/?]?[^:]*)$/, `:${proxy.port}$1`)];
    };
    const addresses = Object.fromEntries([
      ['LOG_CHECKPOINT_SECONDS', '1'],
      await behind('DATABASE_URL', service.databaseUrl),
      await behind('EVENTSTORE_URL', service.node.connectionString),
      await behind('NATS_URL', settings['NATS_URL'] ?? ''),
      await behind('S3_ENDPOINT', s3.settings['S3_ENDPOINT'] ?? ''),
    ]);
    startProjector = () => fleet.start('projector', addresses);
    projector = await startProjector();
    for (const name of ['webhooks', 'worker', 'api'] as const) await fleet.start(name, addresses);
    api = await fleet.clientOf('silence');
    expect((await api('POST', '/v1/webhooks', { body: { url: fleet.receiver.url } })).status).to.equal(201);
    videoId = (await api('POST', '/v1/videos', { body: minimalVideo })).body.data._id;
  });
  after(async () => {
    await fleet.stop();
    await Promise.all([...proxies.values()].map((proxy) => proxy.close()));
  });

  /**
   * A batch, whose render passes every loop: projected, requested by the batch runner, dispatched, rendered, delivered
   * and added to the log.
   */
  const passesEveryLoop = async (key: string): Promise<void> => {
    const request = { body: { rows: [{}] }, headers: { 'idempotency-key': key } };
    const batchId = await eventually(async () => {
      const { status, body } = await api('POST', `/v1/renders/${videoId}/batch`, request);
      expect(status, JSON.stringify(body)).to.equal(201);
      return body.data._id as string;
    }, RECOVERY);
    const renderId = await eventually(async () => {
      const { body } = await api('GET', `/v1/batches/${batchId}/results`);
      expect(body.data[0].renderId).to.be.a('string');
      return body.data[0].renderId as RenderId;
    }, RECOVERY);
    const ended = `${renderId}:completed`;
    const told = () =>
      fleet.receiver.received.filter(({ body }) => body.toString().includes(`"${renderId}"`));
    await eventually(() => expect(told(), ended).to.have.length(1), RECOVERY);
    expect(told()[0]?.body.toString()).to.contain('render.completed');
    await eventually(async () => {
      const index = await fleet.service.log.merkleLog.indexOf(`render-${renderId}`, 2);
      expect(index, 'the leaf of RenderCompleted').to.be.a('number');
      const { body } = await api('GET', '/v1/log/checkpoint');
      expect(body.data.size).to.be.greaterThan(index ?? 0);
    }, RECOVERY);
  };

  itIfLong('pass a render on while all is well', () => passesEveryLoop('well'));

  for (const variable of VARIABLES)
    itIfLong(`pass the next render on after ${variable} has fallen silent`, async () => {
      proxies.get(variable)?.blackHole();
      if (variable === 'DATABASE_URL') {
        // With the connection, it has lost the leadership, which ends it. A supervisor starts it again.
        await eventually(() => expect(isAlive(projector)).to.equal(false), RECOVERY);
        projector = await startProjector();
      }
      await passesEveryLoop(variable);
      const ended = fleet.processes.filter((one) => !isAlive(one));
      expect(ended.map(({ output }) => output())).to.have.length(
        fleet.processes.filter(({ output }) => output().includes('leadership of projector was lost')).length,
      );
    });
});
