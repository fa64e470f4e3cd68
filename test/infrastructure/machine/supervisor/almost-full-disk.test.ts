import { mkdtemp, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { endLeftovers } from '../../../../infrastructure/machine/supervisor/end-leftovers.js';
import { eventually } from '../../../support/eventually.js';
import { type Api, apiClient, minimalVideo } from '../../../support/service/http-client.js';
import { mountable, type SmallDisk, smallDisk } from '../../../support/processes/small-disk.js';
import {
  publishedRun,
  spawnStandalone,
  type StandaloneRun,
  standaloneCommand,
} from '../../../support/service/standalone.js';
import { type Receiver, startReceiver } from '../../../support/webhooks/receiver.js';
import { LONG } from '../../../support/long-form.js';

/** How long the disk is full at least, in ms; longer until the projector could not write what the event store could. */
const FULL = 45_000;
/** The promise: within this time after there is space, the service is ready, in ms. */
const RECOVERY = 10_000;
const CLIENTS = 4;
const BLOCK = 8192;
/** How many blocks are free at times: enough for an event, but not for all that follows from it. */
const MOST_FREE_BLOCKS = 40;

// full-disk.test.ts shows in the short form that nothing is lost, and that everything recovers.
for (const fileSystem of LONG ? mountable : [])
  describe(`npm start on a disk that is almost full for a while (${fileSystem})`, function () {
    this.timeout(400_000);
    let folder: string;
    let disk: SmallDisk;
    let run: StandaloneRun;
    let receiver: Receiver;
    let api: Api;
    let baseUrl: string;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'framewright-almost-full-'));
      const dataDir = join(folder, 'data');
      disk = await smallDisk(dataDir, 400 * 1024 * 1024, fileSystem);
      receiver = await startReceiver();
      run = spawnStandalone(dataDir, { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' }, disk.command(standaloneCommand));
      await run.ready;
      const key = /Demo API key +(fw_[0-9A-Za-z]+)/.exec(run.output())?.[1];
      ({ baseUrl } = publishedRun(disk.path));
      api = apiClient(baseUrl, key);
      await api('POST', '/v1/webhooks', { body: { url: receiver.url } });
    });
    after(async () => {
      disk.free();
      run.process.kill('SIGTERM');
      await run.ended;
      await endLeftovers(disk.path);
      await disk.remove();
      await receiver.close();
      await rm(folder, { recursive: true, force: true });
    });

    /** Repeats a request with its key until it is acknowledged. @returns the id of what it created */
    const create = async (path: string): Promise<string> => {
      const headers = { 'idempotency-key': randomUUID() };
      return eventually(async () => {
        const { status, body } = await api('POST', path, { body: minimalVideo, headers });
        expect(status).to.equal(201);
        return body.data._id as string;
      }, this.timeout());
    };

    it('is ready soon after there is space, and does nothing twice', async () => {
      const [videos, renders]: [Array<string>, Array<string>] = [[], []];
      const over = new AbortController();
      const clients = Array.from({ length: CLIENTS }, async () => {
        while (!over.signal.aborted) {
          videos.push(await create('/v1/videos'));
          renders.push(await create('/v1/renders'));
        }
      });
      const begun = performance.now();
      await eventually(async () => {
        disk.fill();
        await delay(300);
        disk.release(Math.ceil(Math.random() * MOST_FREE_BLOCKS) * BLOCK);
        await delay(Math.random() * 1000);
        expect(performance.now() - begun).to.be.greaterThan(FULL);
        expect(run.errors()).to.match(/"loop":"projections"/);
      }, 120_000);
      disk.free();
      await eventually(async () => expect((await fetch(`${baseUrl}/readyz`)).status).to.equal(200), RECOVERY);
      over.abort();
      await Promise.all(clients);

      for (const id of videos) expect((await api('GET', `/v1/videos/${id}`)).status).to.equal(200);
      const { body } = await api('GET', '/v1/videos?limit=1');
      expect(body.pagination.total, 'videos, of which each render has one').to.equal(
        videos.length + renders.length,
      );
      const ended = new Map<string, Set<string>>();
      for (const id of renders) {
        await eventually(async () => {
          const { data } = (await api('GET', `/v1/renders/${id}`)).body;
          expect(data.status).to.be.oneOf(['completed', 'failed']);
          const told = receiver.received.filter(({ body }) => body.toString().includes(`"${id}"`));
          expect(told, `webhooks of ${id}`).to.not.deep.equal([]);
          ended.set(id, new Set(told.map(({ headers }) => String(headers['webhook-id']))));
        }, 60_000);
      }
      for (const [id, messages] of ended) expect(messages.size, `messages about ${id}`).to.equal(1);
      const named = new Set(receiver.received.map(({ headers }) => String(headers['webhook-id'])));
      expect(named.size, 'webhooks').to.equal(renders.length);
    });
  });
