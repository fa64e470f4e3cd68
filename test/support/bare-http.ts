/**
 * The baseline of the API benchmarks: minimal handlers with Koa and pg, the same SQL and no checks. A write is a single
 * append to the event store, as the service does it, and nothing else. Forked with DATABASE_URL and EVENTSTORE_URL;
 * sends `{ listening: port }`.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonEvent, NO_STREAM } from '@eventstore/db-client';
import Koa from 'koa';
import { Pool } from 'pg';
import { connectToEventStore } from '../../infrastructure/eventstore/client.js';

const { DATABASE_URL, EVENTSTORE_URL = '' } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: 10 });
const { client } = connectToEventStore(EVENTSTORE_URL);

const DETAILS = 'select video_id, owner_id, version, composition, created_at, updated_at from video_details';

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
};

const app = new Koa();
app.use(async (ctx) => {
  const [, kind, id] = ctx.path.split('/');
  if (kind === 'get') {
    const { rows } = await pool.query(`${DETAILS} where video_id = $1`, [id]);
    ctx.body = { data: rows[0] as unknown };
  } else if (kind === 'list') {
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
  } else {
    const composition = (await bodyOf(ctx.req)) as Record<string, unknown>;
    const event = jsonEvent({ id: randomUUID(), type: 'Bare', data: { composition } as never });
    await client.appendToStream(`bare-${randomUUID()}`, event, { expectedRevision: NO_STREAM });
    ctx.status = 201;
    ctx.body = { data: composition };
  }
});
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ listening: (server.address() as AddressInfo).port });
});
process.once('disconnect', () => process.exit(0));
