import type { Knex } from 'knex';
import { toleratingSilence } from '../connection/statements.js';
import { readModels } from './001-read-models.js';
import { requests } from './002-requests.js';
import { privateHosts } from './003-private-hosts.js';
import { webhookDeliveryTables } from './004-webhook-deliveries.js';
import { projectionProgress } from './005-projection-progress.js';
import { countVideos } from './006-count-videos.js';
import { endpointRest } from './007-endpoint-rest.js';
import { rendersOfOwners } from './008-renders-of-owners.js';
import { requestOrigin } from './009-request-origin.js';
import { eventStore } from './010-event-store.js';
import { secretVersions } from './011-secret-versions.js';
import { renderTurns } from './012-render-turns.js';
import { skippedEvents } from './013-skipped-events.js';
import { merkleLog } from './014-merkle-log.js';
import { renderOutputs } from './015-render-outputs.js';
import { serviceSecrets } from './016-service-secrets.js';
import { renderFingerprints } from './017-render-fingerprints.js';
import { renderPriorities } from './018-render-priorities.js';
import { furtherFiles } from './019-further-files.js';
import { renderOutlook } from './020-render-outlook.js';
import { lastReports } from './021-last-reports.js';
import { renderBatchTables } from './022-render-batches.js';
import { renderReplays } from './023-render-replays.js';
import { weightedTurns } from './024-weighted-turns.js';
import { reportsOfReplays } from './025-reports-of-replays.js';
import { traces } from './026-traces.js';
import { announcedWrites } from './027-announced-writes.js';
import { registrationsInTheLog } from './028-registrations-in-the-log.js';
import { logDifferences } from './029-log-differences.js';

interface Migration {
  readonly name: string;
  readonly up: (knex: Knex) => Promise<unknown>;
  readonly down: (knex: Knex) => Promise<unknown>;
}

/** In the order in which they run. Never change a released migration: add another. */
const MIGRATIONS: ReadonlyArray<Migration> = [
  readModels,
  requests,
  privateHosts,
  webhookDeliveryTables,
  projectionProgress,
  countVideos,
  endpointRest,
  rendersOfOwners,
  requestOrigin,
  eventStore,
  secretVersions,
  renderTurns,
  skippedEvents,
  merkleLog,
  renderOutputs,
  serviceSecrets,
  renderFingerprints,
  renderPriorities,
  furtherFiles,
  renderOutlook,
  lastReports,
  renderBatchTables,
  renderReplays,
  weightedTurns,
  reportsOfReplays,
  traces,
  announcedWrites,
  registrationsInTheLog,
  logDifferences,
];

const source: Knex.MigrationSource<Migration> = {
  getMigrations: () => Promise.resolve([...MIGRATIONS]),
  getMigrationName: ({ name }) => name,
  getMigration: (migration) => Promise.resolve(migration),
};

const TABLE = 'schema_migrations';

/** The advisory lock of all processes that may migrate concurrently. */
const MIGRATION_LOCK = 0x6677_6d67;

/** Brings the schema up to date. Safe to call from several processes concurrently: one migrates, the others wait. */
export const migrate = async (knex: Knex): Promise<void> => {
  await knex.transaction(async (transaction) => {
    await toleratingSilence(transaction, async () => {
      await transaction.raw('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
      await transaction.migrate.latest({ migrationSource: source, tableName: TABLE });
    });
  });
};

/** How a schema differs from that of this release, by the names of migrations. */
export interface SchemaDifference {
  readonly pending: ReadonlyArray<string>;
  /** Those that only a newer release has. */
  readonly unknown: ReadonlyArray<string>;
}

/** The names of the migrations that made the tables of a database, which may have none at all. */
export const appliedMigrations = async (knex: Knex): Promise<ReadonlyArray<string>> =>
  (await knex.schema.hasTable(TABLE)) ? await knex(TABLE).orderBy('id').pluck('name') : [];

/** Compares the schema with that of this release. Changes nothing: the database may have no tables at all. */
export const schemaDifference = async (knex: Knex): Promise<SchemaDifference> => {
  const done = await appliedMigrations(knex);
  const names = MIGRATIONS.map(({ name }) => name);
  return {
    pending: names.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !names.includes(name)),
  };
};
