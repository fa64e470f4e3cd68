/** `npm run demo [-- SAMPLE]`: renders a sample on the running service, and reads its event. */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { got, type Got } from 'got';
import { issueApiKey } from '../../../application/api-keys/api-keys.js';
import type { FeedEventRecord } from '../../../application/records/feed-event-record.js';
import type { RenderRecord } from '../../../application/records/render-record.js';
import type { SampleRecord } from '../../../application/records/sample-record.js';
import type { OwnerId } from '../../../domain/ids.js';
import { endProgress, showProgress } from '../progress-bar.js';
import { resultOrExit, type AdminSession, withService } from '../admin/session.js';

/** Time limit for the render, in ms. */
const TIMEOUT_MS = 5 * 60_000;

interface Envelope<Data> {
  readonly data: Data;
}

/** The render once it has ended; shows its progress until then. */
const finished = async (api: Got, renderId: string): Promise<RenderRecord> => {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const { data } = await api(`v1/renders/${renderId}`).json<Envelope<RenderRecord>>();
    showProgress(data.progress);
    if (data.status !== 'pending' && data.status !== 'processing') {
      endProgress();
      return data;
    }
    if (Date.now() > deadline) throw new Error('the render took too long');
    await delay(250);
  }
};

const sampleProject = async (api: Got, name: string): Promise<object> => {
  const { data } = await api('v1/samples').json<Envelope<ReadonlyArray<SampleRecord>>>();
  const found = data.find(({ _id }) => _id === name);
  if (found) return found.video;
  throw new Error(`there is no sample ${name}: name one of ${data.map(({ _id }) => _id).join(', ')}`);
};

/** The event of the render in the feed, which is what webhooks deliver. */
const eventOf = async (api: Got, renderId: string): Promise<FeedEventRecord> => {
  for (let after = 0; ;) {
    const { data } = await api(`v1/events?after=${after}&limit=100`).json<
      Envelope<ReadonlyArray<FeedEventRecord>>
    >();
    const found = data.find((event) => event.data['_id'] === renderId);
    if (found) return found;
    const last = data.at(-1);
    if (!last) throw new Error('the feed has no event of the render');
    after = last.number;
  }
};

const demo = async ({ dependencies, context, config, run }: AdminSession): Promise<void> => {
  const [name = 'slideshow'] = process.argv.slice(2);
  const { key } = await resultOrExit(
    issueApiKey(dependencies)({ ownerId: 'demo' as OwnerId, limits: {} }, context),
  );
  const api = got.extend({ prefixUrl: run?.baseUrl ?? config.publicBaseUrl, headers: { 'x-api-key': key } });
  const video = await api
    .post('v1/videos', { json: await sampleProject(api, name) })
    .json<Envelope<{ _id: string }>>();
  console.log(`Video     ${video.data._id}`);
  const requested = await api
    .post(`v1/renders/${video.data._id}`, { json: {} })
    .json<Envelope<RenderRecord>>();
  console.log(`Render    ${requested.data._id}`);
  const done = await finished(api, requested.data._id);
  if (done.status !== 'completed') throw new Error(`the render ${done.status}: ${done.error ?? ''}`);
  const { event, number } = await eventOf(api, done._id);
  console.log(`Event     ${event}, number ${number} of the feed`);
  const folder = resolve('demo-output');
  await mkdir(folder, { recursive: true });
  const mp4 = resolve(folder, `${name}.mp4`);
  await pipeline(got.stream(done.outputUrl ?? ''), createWriteStream(mp4));
  console.log(`MP4       ${mp4}`);
};

try {
  await withService(demo);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
