import type { Knex } from 'knex';
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
];

const source: Knex.MigrationSource<Migration> = {
  getMigrations: () => Promise.resolve([...MIGRATIONS]),
  getMigrationName: ({ name }) => name,
  getMigration: (migration) => Promise.resolve(migration),
};

/** The advisory lock of all processes that may migrate concurrently. */
const MIGRATION_LOCK = 0x6677_6d67;

/** Brings the schema up to date. Safe to call from several processes at once: one migrates, the others wait. */
export const migrate = async (knex: Knex): Promise<void> => {
  await knex.transaction(async (transaction) => {
    await transaction.raw('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    await transaction.migrate.latest({ migrationSource: source, tableName: 'schema_migrations' });
  });
};
