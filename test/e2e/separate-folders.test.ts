import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import * as O from 'fp-ts/lib/Option.js';
import { s3Objects } from '../../infrastructure/storage/s3-objects.js';
import { rightOf } from '../support/right-of.js';
import { sentEvents } from '../support/service/event-stream.js';
import { eventually } from '../support/eventually.js';
import { type Api, apiClient, minimalVideo } from '../support/service/http-client.js';
import type { ServiceProcess } from '../support/service/service-process.js';
import { expectOneTrace, TRACEPARENT } from './one-trace.js';
import { expectMetrics, type SeparateProcesses, startSeparateProcesses } from './separate-processes.js';
import { itIfLong, sampled } from '../support/long-form.js';

const RENDERS = 4;

describe('Processes without a shared folder', () => {
  let house: SeparateProcesses;
  before(async () => {
    house = await startSeparateProcesses();
  });
  after(() => house.stop());

  const completed = (api: Api, path: string) =>
    eventually(async () => {
      const { data } = (await api('GET', path)).body;
      expect(data.status, data.error).to.equal('completed');
      return data as { readonly verdict?: unknown };
    }, 120_000);

  it('render, deliver and serve, each with a DATA_DIR of its own', async () => {
    const { service, receiver, collector, settings, start } = house;
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

    const request = (traceparent: string) => ({
      body: minimalVideo,
      headers: { 'idempotency-key': 'once', traceparent },
    });
    const [once, again] = [
      await at(first)('POST', '/v1/renders', request(TRACEPARENT)),
      await at(second)('POST', '/v1/renders', request(`00-${'9'.repeat(32)}-${'a'.repeat(16)}-01`)),
    ];
    expect(again.body).to.deep.equal(once.body);
    const ids: Array<string> = [once.body.data._id as string];
    while (ids.length < RENDERS)
      ids.push((await at(first)('POST', '/v1/renders', { body: minimalVideo })).body.data._id as string);

    const followed = fetch(`http://127.0.0.1:${second.greeting.listening}/v1/renders/${ids[0]}/events`, {
      headers: { 'x-api-key': key },
    });
    const states: Array<string> = [];
    for await (const { data } of sentEvents(await followed)) states.push(data.status as string);
    expect(states.at(-1), 'events, through another API process than that of the request').to.equal(
      'completed',
    );

    for (const id of ids) {
      const { outputUrl } = await eventually(async () => {
        const { data } = (await at(second)('GET', `/v1/renders/${id}`)).body;
        expect(data.status, data.error).to.equal('completed');
        return data as { outputUrl: string };
      }, 120_000);
      const path = new URL(outputUrl).pathname;
      for (const process of [first, second]) {
        const file = await fetch(`http://127.0.0.1:${process.greeting.listening}${path}`);
        expect(file.redirected && file.url.startsWith(house.s3.endpoint)).to.equal(true);
        expect(
          Buffer.from(await file.arrayBuffer())
            .subarray(4, 8)
            .toString(),
        ).to.equal('ftyp');
      }
    }
    await receiver.until(RENDERS);
    await expectOneTrace(collector, receiver, ids[0] ?? '', [key, settings['SERVICE_KEY'] ?? '']);

    const keysOf = async (process: ServiceProcess): Promise<string> =>
      (
        await fetch(`http://127.0.0.1:${process.greeting.listening}/.well-known/framewright-keys.json`)
      ).text();
    expect(JSON.parse(await keysOf(first)))
      .to.have.property('keys')
      .with.length(1);
    expect(await keysOf(second)).to.equal(await keysOf(first));

    // An attempt is counted when its outcome is recorded, after the receiver has it.
    await eventually(() => expectMetrics(house.metricsOf, RENDERS));
    const ofApi = await (await fetch(`http://127.0.0.1:${first.greeting.listening}/metrics`)).text();
    expect(ofApi).to.include('framewright_http_request_seconds_count{method="POST",status="201"}');
    expect(ofApi).to.match(/^framewright_event_store_append_seconds_count [1-9]/m);
    expect(ofApi).to.match(/^framewright_projection_position\{projection="render-details"\} [1-9]/m);

    // The certificate for tests is each worker's own: it is used where the operator has not set one.
    const kept = ['content-credentials.pem', 'secrets'];
    const secretsAndOutputs = async (name: string): Promise<ReadonlyArray<string>> =>
      (await readdir(join(house.folder, name), { recursive: true }))
        .filter((one) => /^(secrets|outputs)(\/|$)/.test(one))
        .map((one) => basename(one));
    for (const name of await readdir(house.folder))
      expect((await secretsAndOutputs(name)).toSorted(), name).to.deep.equal(
        name.startsWith('worker') ? kept : [],
      );
  });

  itIfLong('replay a render whose sources are gone, from copies in the object storage', async () => {
    const { assets, s3 } = house;
    const api = await house.clientOf('replays');
    const picture = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#2050A0' } })
      .png()
      .toBuffer();
    const source = assets.serve('/picture.png', picture);
    const clip = {
      type: 'image',
      source,
      timeFrame: { start: 0, end: 500 },
      size: { width: 64, height: 36 },
    };
    const body = { ...minimalVideo, clips: [clip] };
    const id = (await api('POST', '/v1/renders', { body })).body.data._id as string;
    await completed(api, `/v1/renders/${id}`);
    expect((await house.metricsOf('worker')).join('\n')).to.match(/^framewright_fetched_bytes_total [1-9]/m);
    assets.serve('/picture.png', (_request, response) => response.writeHead(410).end());
    expect((await api('POST', `/v1/renders/${id}/replay`)).status).to.equal(201);
    // Each worker signs with a test certificate of its own, so the manifest may differ, but not the streams.
    expect((await completed(api, `/v1/renders/${id}/replay`)).verdict)
      .to.have.nested.property('files[0]')
      .that.deep.includes({ stored: 'kept', comparison: 'identical' });
    const pinned = s3Objects(s3.place('test/sources/'));
    const copy = rightOf(await pinned.find(createHash('sha256').update(picture).digest('hex'))());
    expect(O.toUndefined(copy)).to.include({ bytes: picture.length });
  });

  it('refuse a SERVICE_KEY that is not that of the others', async () => {
    for (const name of sampled(['worker', 'api'] as const, 2)) {
      const refused: unknown = await house
        .start(name, { SERVICE_KEY: 'x'.repeat(32) })
        .catch((error: unknown) => error);
      expect(String(refused), name).to.include('SERVICE_KEY is not the one');
    }
  });

  it('refuse a METRICS_PORT that another process of the machine has', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const refused: unknown = await house
      .start('webhooks', { METRICS_PORT: String(port) })
      .catch((error: unknown) => error);
    taken.close();
    expect(String(refused)).to.include(`METRICS_PORT ${port} is in use: give each process`);
  });
});
