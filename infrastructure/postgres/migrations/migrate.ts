import type { Knex } from 'knex';
import { toleratingSilence } from '../connection/statements.js';
import { READ_MODEL_TABLES } from './001-read-models.js';
import { RENDER_TABLES } from './002-renders.js';
import { WEBHOOK_TABLES } from './003-webhooks.js';
import { SERVICE_TABLES } from './004-service.js';
import { ASSET_TABLES } from './005-assets.js';
import { REVIEW_TABLES } from './006-reviews.js';
import { ASSET_SEARCH } from './007-asset-search.js';
import { FOLDERS } from './010-folders.js';

/** The SQL of each migration by its name, in the order in which they run. Never change a released one: add another. */
const MIGRATIONS: Readonly<Record<string, string>> = {
  '001-read-models': READ_MODEL_TABLES,
  '002-renders': RENDER_TABLES,
  '003-webhooks': WEBHOOK_TABLES,
  '004-service': SERVICE_TABLES,
  '005-assets': ASSET_TABLES,
  '006-reviews': REVIEW_TABLES,
  // Messages about comments and decisions: about a video, and each about an event of its own.
  '007-review-messages': `alter table webhook_messages add column video_id uuid, drop constraint webhook_messages_subject,
    add constraint webhook_messages_subject check (num_nonnulls(render_id, batch_id, asset_id, video_id) = 1)`,
  '007-asset-search': ASSET_SEARCH,
  // The content of assets that were just deleted still takes space of their owner.
  '008-deleted-assets':
    'create index assets_deleted on assets (owner_id, deleted_at) where deleted_at is not null',
  '009-no-private-hosts': 'drop table if exists private_hosts',
  '010-folders': FOLDERS,
  '011-comment-drawings': 'alter table review_comments add column drawing json',
  '012-api-key-scopes':
    'alter table api_keys add column name text, add column scopes json, add column issued_by uuid',
  // The usage of an owner is read from the index only. Reading outputs took 280 ms for 30,000 renders; this takes 19.
  '013-render-usage': `alter table render_details
      add column duration_ms float8 generated always as ((output ->> 'durationMs')::float8) stored,
      add column bytes float8 generated always as ((output ->> 'bytes')::float8) stored;
    create index render_details_usage on render_details (owner_id, created_at) include (status, duration_ms, bytes)`,
  '014-unread-assets':
    "create index assets_unread on assets (created_at) where status = 'uploading' and deleted_at is null",
};

const source: Knex.MigrationSource<string> = {
  getMigrations: () => Promise.resolve(Object.keys(MIGRATIONS)),
  getMigrationName: (name) => name,
  getMigration: (name) =>
    Promise.resolve({
      up: (knex) => knex.raw(MIGRATIONS[name] ?? ''),
      down: () => Promise.reject(new Error('migrations are not undone')),
    }),
};

const TABLE = 'schema_migrations';

/** The advisory lock of all processes that may migrate concurrently. */
const MIGRATION_LOCK = 0x6677_6d67;

/** The last migration of databases that were made before the first release. */
const LAST_BEFORE_RELEASE = '029-log-differences';

/** The last migration of this release whose tables they have, made by other migrations. */
const LAST_OF_EARLIER_TABLES = '004-service';

/** Names the migrations of this release in a database that was made before it. */
const adoptEarlierTables = async (transaction: Knex.Transaction): Promise<void> => {
  if (!(await appliedMigrations(transaction)).includes(LAST_BEFORE_RELEASE)) return;
  await transaction(TABLE).delete();
  await transaction(TABLE).insert(
    Object.keys(MIGRATIONS)
      .filter((name) => name <= LAST_OF_EARLIER_TABLES)
      .map((name) => ({ name, batch: 1, migration_time: transaction.fn.now() })),
  );
};

/** Brings the schema up to date. Safe to call from several processes concurrently: one migrates, the others wait. */
export const migrate = async (knex: Knex): Promise<void> => {
  await knex.transaction(async (transaction) => {
    await toleratingSilence(transaction, async () => {
      await transaction.raw('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
      await adoptEarlierTables(transaction);
      await transaction.migrate.latest({ migrationSource: source, tableName: TABLE });
    });
  });
};

/** How a schema differs from the schema of this release, by the names of migrations. */
export interface SchemaDifference {
  readonly pending: ReadonlyArray<string>;
  /** Those that only a newer release has. */
  readonly unknown: ReadonlyArray<string>;
}

/** The names of the migrations that made the tables of a database, which may have none at all. */
export const appliedMigrations = async (knex: Knex): Promise<ReadonlyArray<string>> =>
  (await knex.schema.hasTable(TABLE)) ? await knex(TABLE).orderBy('id').pluck('name') : [];

/** Compares the schema with the schema of this release. Changes nothing: the database may have no tables at all. */
export const schemaDifference = async (knex: Knex): Promise<SchemaDifference> => {
  const done = await appliedMigrations(knex);
  const names = Object.keys(MIGRATIONS);
  return {
    pending: names.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !names.includes(name)),
  };
};
