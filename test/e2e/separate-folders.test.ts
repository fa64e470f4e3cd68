import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { freePort } from '../../infrastructure/machine/servers/free-port.js';
import { eventually } from '../support/eventually.js';
import { type Api, apiClient, minimalVideo } from '../support/http-client.js';
import { startTestNats, type TestNats } from '../support/nats.js';
import { startS3Server } from '../support/s3-server.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { type Service, startService } from '../support/service.js';
import { type Receiver, startReceiver } from '../support/webhooks/receiver.js';

const RENDERS = 4;

describe('Processes without a shared folder', function () {
  this.timeout(180_000);
  let folder: string;
  let service: Service;
  let nats: TestNats;
  let s3: Awaited<ReturnType<typeof startS3Server>>;
  let receiver: Receiver;
  let settings: Readonly<Record<string, string>>;
  const processes: Array<ServiceProcess> = [];
  const metricsPorts: Array<readonly [string, number]> = [];

  let folders = 0;
  const start = async (
    name: 'api' | 'projector' | 'webhooks' | 'worker',
    more = {},
  ): Promise<ServiceProcess> => {
    const metricsPort = await freePort();
    metricsPorts.push([name, metricsPort]);
    const dataDir = join(folder, `${name}-${(folders += 1)}`);
    const started = await startServiceProcess(
      name,
      { ...service, dataDir },
      { ...settings, METRICS_PORT: String(metricsPort), ...more },
    );
    processes.push(started);
    return started;
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framewright-separate-'));
    [service, nats, s3, receiver] = await Promise.all([
      startService({ projects: false }),
      startTestNats(),
      startS3Server(),
      startReceiver(),
    ]);
    settings = {
      NATS_URL: nats.url,
      ...s3.settings,
      OUTPUT_URLS: 'presigned',
      SERVICE_KEY: randomBytes(32).toString('hex'),
      ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
      PORT: '0',
    };
  });
  after(async () => {
    await Promise.all(processes.map((one) => one.stop()));
    await Promise.all([service.stop(), nats.stop(), s3.close(), receiver.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  it('render, deliver and serve, each with a DATA_DIR of its own', async () => {
    const [, first, second] = await Promise.all([
      start('projector'),
      start('api'),
      start('api'),
      start('worker', { LOG_LEVEL: 'info' }),
      start('worker', { LOG_LEVEL: 'info' }),
      start('webhooks'),
    ]);
    const key = await service.issueKey('separate');
    const at = (process?: ServiceProcess): Api =>
      apiClient(`http://127.0.0.1:${process?.greeting.listening}`, key);
    await at(first)('POST', '/v1/webhooks', { body: { url: receiver.url, events: ['render.completed'] } });

    const request = { body: minimalVideo, headers: { 'idempotency-key': 'once' } };
    const [once, again] = [
      await at(first)('POST', '/v1/renders', request),
      await at(second)('POST', '/v1/renders', request),
    ];
    expect(again.body).to.deep.equal(once.body);
    const ids: Array<string> = [once.body.data._id as string];
    while (ids.length < RENDERS)
      ids.push((await at(first)('POST', '/v1/renders', { body: minimalVideo })).body.data._id as string);

    for (const id of ids) {
      const { outputUrl } = await eventually(async () => {
        const { data } = (await at(second)('GET', `/v1/renders/${id}`)).body;
        expect(data.status, data.error).to.equal('completed');
        return data as { outputUrl: string };
      }, 120_000);
      const path = new URL(outputUrl).pathname;
      for (const process of [first, second]) {
        const file = await fetch(`http://127.0.0.1:${process.greeting.listening}${path}`);
        expect(file.redirected && file.url.startsWith(s3.endpoint)).to.equal(true);
        expect(
          Buffer.from(await file.arrayBuffer())
            .subarray(4, 8)
            .toString(),
        ).to.equal('ftyp');
      }
    }
    await receiver.until(RENDERS);

    const keysOf = async (process: ServiceProcess): Promise<string> =>
      (
        await fetch(`http://127.0.0.1:${process.greeting.listening}/.well-known/framewright-keys.json`)
      ).text();
    expect(JSON.parse(await keysOf(first)))
      .to.have.property('keys')
      .with.length(1);
    expect(await keysOf(second)).to.equal(await keysOf(first));

    const metricsOf = async (name: string): Promise<ReadonlyArray<string>> =>
      Promise.all(
        metricsPorts
          .filter(([process]) => process === name)
          .map(async ([, port]) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
      );
    const completions = (await metricsOf('worker')).map((text) =>
      Number(/^framewright_worker_renders_total\{outcome="completed"\} (\d+)$/m.exec(text)?.[1] ?? 0),
    );
    expect(completions.reduce((sum, count) => sum + count, 0)).to.equal(RENDERS);
    expect((await metricsOf('projector'))[0]).to.match(
      /^framewright_render_queue_depth\{priority="high"\} 0$/m,
    );
    expect((await metricsOf('webhooks'))[0]).to.match(
      new RegExp(`^framewright_webhook_attempt_seconds_count\\{after="Delivered"\\} ${RENDERS}$`, 'm'),
    );
    const ofApi = await (await fetch(`http://127.0.0.1:${first.greeting.listening}/metrics`)).text();
    expect(ofApi).to.include('framewright_http_request_seconds_count{method="POST",status="201"}');

    // The certificate for tests is each worker's own: it is used where the operator has not set one.
    const kept = ['content-credentials.pem', 'secrets'];
    const secretsAndOutputs = async (name: string): Promise<ReadonlyArray<string>> =>
      (await readdir(join(folder, name), { recursive: true }))
        .filter((one) => /^(secrets|outputs)(\/|$)/.test(one))
        .map((one) => basename(one));
    for (const name of await readdir(folder))
      expect((await secretsAndOutputs(name)).toSorted(), name).to.deep.equal(
        name.startsWith('worker') ? kept : [],
      );
  });

  it('refuse a SERVICE_KEY that is not that of the others', async () => {
    const refused: unknown = await start('api', { SERVICE_KEY: 'x'.repeat(32) }).catch(
      (error: unknown) => error,
    );
    expect(String(refused)).to.include('SERVICE_KEY is not the one');
  });
});
