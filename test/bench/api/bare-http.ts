/**
 * The baselines of the benchmark of the API: minimal handlers with Koa, pg and the client of the event store, without checks.
 * `GET /videos/ID` runs the SQL of the service; `POST /videos` stores an event as large as that of the service and writes
 * rows like its own before it answers. Forked with DATABASE_URL and EVENTSTORE_URL; sends `{ listening: port }` and takes
 * an event of the service.
 */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { jsonEvent, NO_STREAM } from '@eventstore/db-client';
import Koa from 'koa';
import { Pool } from 'pg';
import { connectToEventStore } from '../../../infrastructure/eventstore/client.js';

/** An event as the service stored it. */
interface StoredExample {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const { DATABASE_URL, EVENTSTORE_URL = '' } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: 10 });
const { client } = connectToEventStore(EVENTSTORE_URL);

const CREATE_TABLES = ['details', 'list', 'versions']
  .map((name) => `create table if not exists bare_${name} (like video_${name} including all)`)
  .join('; ');

const SELECT_ROW = `
  select video_id, owner_id, version, composition, created_at, updated_at from video_details where video_id = $1`;

const INSERT_ROWS = `
  with details as (
    insert into bare_details (video_id, owner_id, version, composition, editor_token_hash, created_at, updated_at, revision)
    values ($1, 'bare', 1, $2, $3, now(), now(), 0)
  ), list as (
    insert into bare_list (video_id, owner_id, name, created_at, revision) values ($1, 'bare', $4, now(), 0)
  )
  insert into bare_versions (video_id, version, changes, actor, created_at, revision)
  values ($1, 1, null, $5, now(), 0)`;

let example: StoredExample | undefined;
process.on('message', (given: StoredExample) => {
  example = given;
});

const create = async (): Promise<unknown> => {
  if (!example) throw new Error('there is no example yet');
  const { type, data, metadata } = example;
  const id = randomUUID();
  const event = jsonEvent({ id: randomUUID(), type, data: data as never, metadata: metadata as never });
  await client.appendToStream(`bare-${id}`, event, { expectedRevision: NO_STREAM });
  const { composition } = data;
  const [text, actor] = [JSON.stringify(composition), JSON.stringify(metadata['actor'])];
  await pool.query(INSERT_ROWS, [id, text, id, 'a video', actor]);
  return composition;
};

const app = new Koa();
app.use(async (ctx) => {
  if (ctx.method === 'GET') {
    const { rows } = await pool.query<object>(SELECT_ROW, [ctx.path.slice('/videos/'.length)]);
    ctx.body = { data: rows[0] };
    return;
  }
  JSON.parse((await buffer(ctx.req)).toString());
  ctx.status = 201;
  ctx.body = { data: await create() };
});
await pool.query(CREATE_TABLES);
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ listening: (server.address() as AddressInfo).port });
});
process.once('disconnect', () => process.exit(0));
