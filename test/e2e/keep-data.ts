/**
 * Makes the data folder of this release that the tests of later releases open (`npm run release:data`): starts the
 * service on a new folder, uses what stores data, stops it, and packs the folder without logs and caches.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { Client } from 'pg';
import sharp from 'sharp';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { eventually } from '../support/eventually.js';
import { startAdmin } from '../support/service/admin.js';
import { apiClient } from '../support/service/http-client.js';
import { dataFolder, publishedRun, startStandalone } from '../support/service/standalone.js';
import { type Kept, KEPT_FOLDER, KEPT_NAME } from './kept.js';

/** What the service makes again, and what it wrote only to be read by people. */
const LEFT_OUT = ['cache', 'logs', 'uploads', 'postgres/pg_log'];

/** Uses the service as its clients would; returns what they know afterwards. */
const use = async (baseUrl: string, key: string): Promise<Omit<Kept, 'checkpoint' | 'keys'>> => {
  const api = apiClient(baseUrl, key);
  const made = async (path: string, body: object, method = 'POST') => {
    const reply = await api(method, path, { body });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply.body.data;
  };
  const ended = (path: string) =>
    eventually(async () => {
      const { status } = (await api('GET', path)).body.data;
      if (!['ready', 'completed', 'cancelled'].includes(status)) throw new Error(`${path}: ${status}`);
    }, 60_000);

  const picture = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer();
  const asset = (await api('POST', '/v1/assets', { raw: picture, headers: { 'content-type': 'image/png' } }))
    .body.data;
  await ended(`/v1/assets/${asset._id}`);

  const timeFrame = { start: 0, end: 1000 };
  const clips = [
    { id: 'back', type: 'image', source: `asset:${asset._id}`, timeFrame },
    { id: 'title', type: 'text', textProperties: { content: '{{ title }}' }, timeFrame },
  ];
  const metadata = { name: KEPT_NAME, duration: 1000, canvas: { width: 320, height: 180 } };
  const variables = { title: { type: 'text', default: 'Kept' } };
  const video = (await made('/v1/videos', { metadata, clips, variables }))._id as string;
  await made(`/v1/videos/${video}`, { metadata: { fps: 25 } }, 'PATCH');
  await made('/v1/webhooks', { url: 'https://hooks.example.org/kept', events: ['render.completed'] });

  const render = (await made(`/v1/renders/${video}`, {}))._id as string;
  await ended(`/v1/renders/${render}`);
  const batch = (await made(`/v1/renders/${video}/batch`, { rows: [{ title: 'One' }] }))._id as string;
  await ended(`/v1/batches/${batch}`);
  const cancelled = (await made(`/v1/renders/${video}`, {}))._id as string;
  await api('POST', `/v1/renders/${cancelled}/cancel`);
  await made(`/v1/videos/${video}/comments`, { text: 'Kept', time: 500, name: 'Ann' });
  await made(`/v1/videos/${video}/versions/2/approve`, { name: 'Ann' });
  return { video, render, batch, key, asset: asset._id };
};

/** Lets PostgreSQL remove its used logs of writes, instead of keeping megabytes of them for the next ones. */
const emptyWriteLog = async (databaseUrl: string): Promise<void> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  for (const sql of [
    'ALTER SYSTEM SET wal_recycle = off',
    'SELECT pg_reload_conf()',
    'SELECT pg_switch_wal()',
    'CHECKPOINT',
    'ALTER SYSTEM RESET wal_recycle',
  ])
    await client.query(sql);
  await client.end();
};

const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  version: string;
};
const { path, remove } = await dataFolder();
const made = async () => {
  const service = await startStandalone(path);
  try {
    const used = await use(service.baseUrl, service.demoKey!);
    const { eventStoreUrl, databaseUrl } = publishedRun(path);
    const run = { node: { connectionString: eventStoreUrl }, databaseUrl, dataDir: path };
    const { code, stdout, stderr } = await startAdmin(run, 'audit', 'checkpoint');
    if (code !== 0) throw new Error(`audit checkpoint: ${stderr}`);
    const keys = await (await fetch(`${service.baseUrl}/.well-known/framewright-keys.json`)).json();
    await emptyWriteLog(databaseUrl);
    return { ...used, checkpoint: stdout, keys: keys as object } satisfies Kept;
  } finally {
    await service.end('SIGTERM');
  }
};

try {
  const kept = await made();
  const left = LEFT_OUT.map((name) => `--exclude=./${name}/*`);
  const archive = execFileSync('tar', ['-c', '-C', path, ...left, '.'], { maxBuffer: 2 ** 30 });
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24 };
  await writeFile(join(KEPT_FOLDER, `${version}.tar.br`), brotliCompressSync(archive, { params }));
  await writeFile(join(KEPT_FOLDER, `${version}.json`), `${JSON.stringify(kept, undefined, 2)}\n`);
  console.log(`Wrote ${version}.json and ${version}.tar.br to ${KEPT_FOLDER}: commit them.`);
} finally {
  await remove();
}
