import { resolve } from 'node:path';
import type { Command } from 'commander';
import * as t from 'io-ts';
import { copyHistory } from '../../../eventstore/copy-history.js';
import { storeIdentity } from '../../../eventstore/store-identity.js';
import { appliedMigrations } from '../../../postgres/migrations/migrate.js';
import { handOver, ownerToBecome } from '../../../machine/supervisor/leave-root.js';
import { recordedStore } from '../../../postgres/read-models/event-store.js';
import { isUsed, readTables, writeTables } from '../../../postgres/settings/table-contents.js';
import { interruptible } from '../../interruptible.js';
import { adoptStore } from '../projections.js';
import { type AdminSession, withService } from '../session.js';
import { complete, createFolder, openBackup, readPart, writePart } from './backup-folder.js';
import { EventLine, eventLines, eventsFrom } from '../../../eventstore/event-lines.js';
import { ObjectLine, objectLines, restoreObjects } from './objects.js';
import { SecretLine, restoreSecrets, secretLines } from './secrets.js';
import { counted } from '../../counted.js';

const TableLine = t.type({ table: t.string, row: t.string });

/** Uses the servers of the running service. If none runs, starts the servers of DATA_DIR. */
const WITH_OR_WITHOUT_SERVICE = { allowAnyStore: true };

/**
 * Reads the tables at one moment, then all events up to one after it: the read models never contain an event that the
 * backup lacks. The projector catches up with the events in between after a restore.
 */
const backUp = async ({ config, database, client }: AdminSession, folder: string, withObjects: boolean) => {
  const owner = await recordedStore(database);
  if (owner !== undefined && owner !== (await storeIdentity(client)))
    throw new Error(
      'The database and the event store do not belong together. Set EVENTSTORE_URL and DATABASE_URL.',
    );
  await createFolder(folder);
  const takenAt = new Date().toISOString();
  const secrets = await writePart(folder, 'secrets', secretLines(config.dataDir));
  const { tables, migrations } = await readTables(database, async ({ migrations, rows }) => ({
    migrations: [...migrations],
    tables: await writePart(folder, 'tables', rows),
  }));
  const events = await writePart(folder, 'events', eventLines(client));
  const objects = await writePart(folder, 'objects', objectLines(config, folder, withObjects));
  const parts = [events, tables, objects, secrets];
  await complete(folder, { format: 'framewright-backup', formatVersion: 1, takenAt, migrations, parts });
  // A restore runs as the account of the service.
  const account = ownerToBecome(config.dataDir);
  if (account !== undefined) handOver(folder, account);
  console.log(
    `backed up ${counted(events.lines, 'event')}, ${counted(tables.lines, 'row')}, ${counted(secrets.lines, 'secret')}, ` +
      `${withObjects ? '' : 'the names of '}${counted(objects.lines, 'object')}`,
  );
};

const refuseOtherSchema = (theirs: ReadonlyArray<string>, ours: ReadonlyArray<string>): void => {
  if (theirs.join() === ours.join()) return;
  throw new Error(
    `The backup was made by another release, whose newest migration is ${theirs.at(-1) ?? 'none'}. ` +
      'Restore with that release, then upgrade.',
  );
};

/** Everything but the last two steps can be repeated after an interruption; tables are written in one transaction. */
const restore = async (session: AdminSession, folder: string, signal: AbortSignal): Promise<void> => {
  const { config, database, client } = session;
  const manifest = await openBackup(folder);
  refuseOtherSchema(manifest.migrations, await appliedMigrations(database));
  if (await isUsed(database))
    throw new Error(
      'The database is in use. Restore into an empty one. If a restore was interrupted after it wrote the tables, complete it: npm run admin -- projections rebuild --adopt-store',
    );
  await restoreSecrets(config.dataDir, readPart(folder, 'secrets', SecretLine));
  const missing = await restoreObjects(config, folder, readPart(folder, 'objects', ObjectLine));
  const { found, copied } = await copyHistory({
    source: eventsFrom(readPart(folder, 'events', EventLine)),
    to: client,
    onEvent: () => undefined,
    signal,
  });
  await writeTables(database, readPart(folder, 'tables', TableLine));
  await adoptStore(session);
  console.log(`restored ${counted(found + copied, 'event')} and the tables of ${manifest.takenAt}`);
  if (missing.length === 0) return;
  console.error(`Neither the object storage nor the backup has ${counted(missing.length, 'object')}:`);
  for (const object of missing) console.error(`  ${object}`);
  process.exitCode = 2;
};

/** `backup`, `restore` */
export const addBackupCommands = (program: Command): void => {
  program
    .command('backup')
    .description('write events, tables, secrets and the list of objects to a new folder; the service may run')
    .argument('<folder>', 'the folder to create; it contains secrets')
    .option('--with-objects', 'copy the objects too: assets, outputs and pinned sources')
    .action((folder: string, { withObjects = false }: { withObjects?: boolean }) =>
      withService((session) => backUp(session, resolve(folder), withObjects), WITH_OR_WITHOUT_SERVICE),
    );

  program
    .command('restore')
    .description(
      'restore a backup into an empty event store, database and DATA_DIR while the service is stopped. Exits with 2 if objects are missing',
    )
    .argument('<folder>', 'the folder of the backup')
    .action((folder: string) =>
      withService((session) => interruptible((signal) => restore(session, resolve(folder), signal)), {
        ...WITH_OR_WITHOUT_SERVICE,
        mayBeNew: true,
      }),
    );
};
