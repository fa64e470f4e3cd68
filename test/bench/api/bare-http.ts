/**
 * The baselines of the benchmark of the API: minimal handlers with Koa and pg, the same SQL and no checks. `append`
 * stores an event as large as that of the service, in a call of its own, and does nothing else; `store` also writes the
 * rows that reads need, in tables like those of the service, before it answers. Forked with DATABASE_URL and
 * EVENTSTORE_URL; sends `{ listening: port }` and takes `{ created, patched }`, events of the service.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonEvent, NO_STREAM } from '@eventstore/db-client';
import Koa, { type Context } from 'koa';
import { Pool } from 'pg';
import { connectToEventStore } from '../../../infrastructure/eventstore/client.js';

/** An event as the service stored it. */
export interface StoredExample {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface StoredExamples {
  readonly created: StoredExample;
  readonly patched: StoredExample;
}

const { DATABASE_URL, EVENTSTORE_URL = '' } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: 10 });
const { client } = connectToEventStore(EVENTSTORE_URL);

const DETAILS = 'select video_id, owner_id, version, composition, created_at, updated_at from video_details';

const TABLES = ['details', 'list', 'versions'];
const CREATE_TABLES = TABLES.map(
  (name) => `create table if not exists bare_${name} (like video_${name} including all)`,
).join('; ');

const INSERT_ROWS = `
  with details as (
    insert into bare_details (video_id, owner_id, version, composition, editor_token_hash, created_at, updated_at, revision)
    values ($1, 'bare', 1, $2, $3, now(), now(), 0)
  ), list as (
    insert into bare_list (video_id, owner_id, name, created_at, revision) values ($1, 'bare', $4, now(), 0)
  )
  insert into bare_versions (video_id, version, changes, actor, created_at, revision)
  values ($1, 1, null, $5, now(), 0)`;

const UPDATE_ROWS = `
  with details as (
    update bare_details set version = $2::int, composition = $3, updated_at = now(), revision = $2::int where video_id = $1
  ), list as (
    update bare_list set name = $4, revision = $2::int where video_id = $1
  )
  insert into bare_versions (video_id, version, changes, actor, created_at, revision)
  values ($1, $2::int, $5, $6, now(), $2::int)`;

let examples: StoredExamples | undefined;
process.on('message', (given: StoredExamples) => {
  examples = given;
});

/** The streams that were patched, by name, with their last revision. */
const revisions = new Map<string, bigint>();

const exampleOf = (kind: keyof StoredExamples): StoredExample => {
  if (!examples) throw new Error('there are no examples yet');
  return examples[kind];
};

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
};

const append = async (
  stream: string,
  { type, data, metadata }: StoredExample,
  expectedRevision: bigint | typeof NO_STREAM,
): Promise<bigint> => {
  const event = jsonEvent({ id: randomUUID(), type, data: data as never, metadata: metadata as never });
  const { nextExpectedRevision } = await client.appendToStream(stream, event, { expectedRevision });
  return nextExpectedRevision;
};

const insertRows = (id: string, { data, metadata }: StoredExample): Promise<unknown> =>
  pool.query(INSERT_ROWS, [
    id,
    JSON.stringify(data['composition']),
    id,
    'a video',
    JSON.stringify(metadata['actor']),
  ]);

const create = async (rows: boolean): Promise<unknown> => {
  const example = exampleOf('created');
  const id = randomUUID();
  await append(`bare-${id}`, example, NO_STREAM);
  const { composition } = example.data;
  if (rows) await insertRows(id, example);
  return composition;
};

const patch = async (id: string, rows: boolean): Promise<unknown> => {
  const example = exampleOf('patched');
  const stream = `bare-${id}`;
  if (rows && !revisions.has(stream)) await insertRows(id, example);
  const next = await append(stream, example, revisions.get(stream) ?? NO_STREAM);
  revisions.set(stream, next);
  const { composition, changes } = example.data;
  if (rows) {
    const [text, actor] = [JSON.stringify(composition), JSON.stringify(example.metadata['actor'])];
    const values = [id, Number(next) + 2, text, 'a change', JSON.stringify(changes), actor];
    await pool.query(UPDATE_ROWS, values);
  }
  return composition;
};

const read = async (ctx: Context, kind: string, id: string): Promise<void> => {
  if (kind === 'get') {
    const { rows } = await pool.query(`${DETAILS} where video_id = $1`, [id]);
    ctx.body = { data: rows[0] as unknown };
    return;
  }
  const [page, counted] = await Promise.all([
    pool.query<{ video_id: string }>(
      'select video_id, created_at from video_list where owner_id = $1 order by created_at desc, video_id desc limit 21 offset 0',
      [id],
    ),
    pool.query<{ total: string }>('select count(*) as total from video_list where owner_id = $1', [id]),
  ]);
  const ids = page.rows.slice(0, 20).map((row) => row.video_id);
  const { rows } = await pool.query(`${DETAILS} where video_id = any($1)`, [ids]);
  ctx.body = { data: rows, pagination: { total: counted.rows[0]?.total } };
};

const app = new Koa();
app.use(async (ctx) => {
  const [, kind = '', id = ''] = ctx.path.split('/');
  if (ctx.method === 'GET') return read(ctx, kind, id);
  await bodyOf(ctx.req);
  const rows = kind === 'store';
  ctx.status = ctx.method === 'POST' ? 201 : 200;
  ctx.body = { data: ctx.method === 'POST' ? await create(rows) : await patch(id, rows) };
});
await pool.query(CREATE_TABLES);
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ listening: (server.address() as AddressInfo).port });
});
process.once('disconnect', () => process.exit(0));
