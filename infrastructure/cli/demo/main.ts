/** `npm run demo [-- SAMPLE]`: renders a sample on the running service, and verifies the signature of its webhook. */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { got, type Got } from 'got';
import { issueApiKey } from '../../../application/api-keys/api-keys.js';
import type { OwnerId } from '../../../domain/ids.js';
import { allowPrivateHost, removePrivateHost } from '../../postgres/settings/private-hosts.js';
import { endProgress, showProgress } from '../progress-bar.js';
import { resultOf, type AdminSession, withService } from '../admin/session.js';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.js';

/** Time limit for the render and for its webhook, in ms. */
const TIMEOUT_MS = 5 * 60_000;

interface Envelope<Data> {
  readonly data: Data;
}
interface RenderSummary {
  readonly _id: string;
  readonly status: string;
  /** From 0 to 1. */
  readonly progress: number;
  readonly outputUrl?: string;
  readonly error?: string;
}

/** The render once it has ended; shows its progress until then. */
const finished = async (api: Got, renderId: string): Promise<RenderSummary> => {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const { data } = await api(`v1/renders/${renderId}`).json<Envelope<RenderSummary>>();
    showProgress(data.progress);
    if (data.status !== 'pending' && data.status !== 'processing') {
      endProgress();
      return data;
    }
    if (Date.now() > deadline) throw new Error('the render took too long');
    await delay(250);
  }
};

/** The project of a sample of the service. */
const sampleProject = async (api: Got, name: string): Promise<object> => {
  const { data } =
    await api('v1/samples').json<Envelope<ReadonlyArray<{ readonly _id: string; readonly video: object }>>>();
  const found = data.find(({ _id }) => _id === name);
  if (found) return found.video;
  throw new Error(`there is no sample ${name}: name one of ${data.map(({ _id }) => _id).join(', ')}`);
};

const render = async (
  api: Got,
  project: object,
  received: (renderId: string) => Promise<string>,
): Promise<RenderSummary> => {
  const video = await api.post('v1/videos', { json: project }).json<Envelope<{ _id: string }>>();
  console.log(`Video     ${video.data._id}`);
  const requested = await api
    .post(`v1/renders/${video.data._id}`, { json: {} })
    .json<Envelope<RenderSummary>>();
  console.log(`Render    ${requested.data._id}`);
  const done = await finished(api, requested.data._id);
  if (done.status !== 'completed') throw new Error(`the render ${done.status}: ${done.error ?? ''}`);
  const event = await Promise.race([received(done._id), delay(TIMEOUT_MS, undefined, { ref: false })]);
  if (event === undefined) throw new Error('no webhook with a valid signature arrived');
  console.log(`Webhook   ${event}, signature verified`);
  return done;
};

const onReceiver = async (api: Got, receiver: WebhookReceiver): Promise<void> => {
  const [name = 'slideshow'] = process.argv.slice(2);
  const folder = resolve('demo-output');
  await mkdir(folder, { recursive: true });
  const project = await sampleProject(api, name);
  const { data: endpoint } = await api
    .post('v1/webhooks', { json: { url: receiver.url, description: 'demo' } })
    .json<Envelope<{ _id: string; signingSecret: string }>>();
  try {
    const done = await render(api, project, (id) => receiver.received(id, endpoint.signingSecret));
    const mp4 = resolve(folder, `${name}.mp4`);
    await pipeline(got.stream(done.outputUrl ?? ''), createWriteStream(mp4));
    console.log(`MP4       ${mp4}`);
  } finally {
    await api.delete(`v1/webhooks/${endpoint._id}`);
  }
};

const demo = async ({ side, database, context, config, run }: AdminSession): Promise<void> => {
  const { key } = await resultOf(issueApiKey(side)('demo' as OwnerId, {}, context));
  const api = got.extend({ prefixUrl: run?.baseUrl ?? config.publicBaseUrl, headers: { 'x-api-key': key } });
  const receiver = await startWebhookReceiver();
  await allowPrivateHost(database, receiver.host, 15);
  await delay(1500); // webhook processes reload the allowed hosts once a second
  try {
    await onReceiver(api, receiver);
  } finally {
    await removePrivateHost(database, receiver.host);
    await receiver.close();
  }
};

try {
  await withService(demo);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
