import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { got, type Got } from 'got';
import { issueApiKey } from '../../../application/api-keys/api-keys.js';
import type { OwnerId } from '../../../domain/ids.js';
import { allowPrivateHost, removePrivateHost } from '../../postgres/settings/private-hosts.js';
import { resultOf, type AdminSession, withService } from '../admin/session.js';
import { showProgress } from './follow.js';
import { contactSheet } from './media.js';
import { type LocalServer, startLocalServer } from './local-server.js';
import { projectToRender } from './chosen-project.js';

/** Time limit for the render and for its webhook, in ms. */
const TIMEOUT_MS = 5 * 60_000;

interface Envelope<Data> {
  readonly data: Data;
}
interface RenderSummary {
  readonly _id: string;
  readonly status: string;
  readonly outputUrl?: string;
  readonly error?: string;
}

/** The render once it has ended. It is followed by its events, and polled if these break off. */
const finished = async (api: Got, renderId: string): Promise<RenderSummary> => {
  const deadline = Date.now() + TIMEOUT_MS;
  await showProgress(api, renderId).catch(() => undefined);
  for (;;) {
    const { data } = await api(`v1/renders/${renderId}`).json<Envelope<RenderSummary>>();
    if (data.status !== 'pending' && data.status !== 'processing') return data;
    if (Date.now() > deadline) throw new Error('the render took too long');
    await delay(250);
  }
};

const render = async (api: Got, server: LocalServer, project: object): Promise<RenderSummary> => {
  const video = await api.post('v1/videos', { json: project }).json<Envelope<{ _id: string }>>();
  console.log(`Video     ${video.data._id}`);
  const requested = await api
    .post(`v1/renders/${video.data._id}`, { json: {} })
    .json<Envelope<RenderSummary>>();
  console.log(`Render    ${requested.data._id}`);
  const done = await finished(api, requested.data._id);
  if (done.status !== 'completed') throw new Error(`the render ${done.status}: ${done.error ?? ''}`);
  const webhook = await Promise.race([
    server.webhookFor(done._id),
    delay(TIMEOUT_MS, undefined, { ref: false }),
  ]);
  if (!webhook?.verified) throw new Error('no webhook with a valid signature arrived');
  console.log(
    `Webhook   ${webhook.payload.event}, signature verified, idempotency key ${webhook.idempotencyKey}`,
  );
  return done;
};

const demo = async ({ side, database, context, config, run }: AdminSession): Promise<void> => {
  const folder = resolve('demo-output');
  await mkdir(folder, { recursive: true });
  const mediaFolder = resolve(folder, 'media');
  const { key } = await resultOf(issueApiKey(side)('demo' as OwnerId, {}, context));
  const api = got.extend({ prefixUrl: run?.baseUrl ?? config.publicBaseUrl, headers: { 'x-api-key': key } });
  let secret = '';
  const server = await startLocalServer(mediaFolder, () => secret);
  await allowPrivateHost(database, server.host, 15);
  await delay(1500); // workers and webhook processes reload the allowed hosts once a second

  const endpoint = await api
    .post('v1/webhooks', { json: { url: `${server.base}/webhook`, description: 'demo' } })
    .json<Envelope<{ _id: string; signingSecret: string }>>();
  secret = endpoint.data.signingSecret;
  try {
    const { name, project, durationMs } = await projectToRender(api, mediaFolder, server.base);
    const done = await render(api, server, project);
    const mp4 = resolve(folder, `${name}.mp4`);
    const sheet = resolve(folder, name === 'demo' ? 'contact-sheet.png' : `${name}.png`);
    await pipeline(got.stream(done.outputUrl ?? ''), createWriteStream(mp4));
    await contactSheet(mp4, durationMs, sheet);
    console.log(`MP4       ${mp4}\nFrames    ${sheet}`);
  } finally {
    await api.delete(`v1/webhooks/${endpoint.data._id}`);
    await removePrivateHost(database, server.host);
    await server.close();
  }
};

try {
  await withService(demo);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
