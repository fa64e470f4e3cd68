import type { Clock } from '../../../../application/ports/clock.js';
import { allProjections } from '../../../../projections/all.js';
import { eventStoreAccess } from '../../../eventstore/access.js';
import type { StoreConnection } from '../../../eventstore/client.js';
import { eventStoreDbLogHead } from '../../../eventstore/log-head.js';
import { natsAccess } from '../../../nats/access.js';
import type { Config } from '../../../platform/config.js';
import type { ServerAccess } from '../../../platform/server-access.js';
import { systemClock } from '../../../platform/system-clock.js';
import { postgresAccess } from '../../../postgres/connection/access.js';
import { type openDatabase, serverTime } from '../../../postgres/connection/database.js';
import { postgresMerkleLog } from '../../../postgres/log/merkle-log.js';
import { schemaDifference } from '../../../postgres/migrations/migrate.js';
import { readCheckpoints } from '../../../postgres/read-models/checkpoints.js';
import { allSkippedTypes, skippedEvents } from '../../../postgres/read-models/skipped-events.js';
import { secretsInDatabase } from '../../../processes/parts/shared-secrets.js';
import { lagAfter } from '../projections.js';
import { type DoctorCheck, check, failed, passed, type CheckOutcome, warned } from './check.js';

type Database = ReturnType<typeof openDatabase>;
type EventStore = StoreConnection['client'];

/**
 * A server is reachable and grants the service what it needs.
 * @param next judges what only a reachable server tells
 */
const serverCheck = (
  name: string,
  variable: string,
  access: () => Promise<ServerAccess>,
  next: () => CheckOutcome | Promise<CheckOutcome> = () => passed('reachable, with all rights that it takes'),
): DoctorCheck => {
  const remedy = `Start the server, or correct ${variable}.`;
  return check(name, remedy, async () => {
    const found = await access();
    switch (found._tag) {
      case 'Granted':
        return next();
      case 'Refused':
        return failed('reachable, but it refuses what the service needs', found.advice);
      case 'Unreachable':
        return failed(`no server answers (${found.cause})`, remedy);
    }
  });
};

/** EventStoreDB is reachable, and its user may read and append. */
export const eventStoreCheck = (url: string): DoctorCheck =>
  serverCheck('EventStoreDB', 'EVENTSTORE_URL', () => eventStoreAccess(url));

/** NATS is reachable, and has JetStream. */
export const natsCheck = (url: string): DoctorCheck => serverCheck('NATS', 'NATS_URL', () => natsAccess(url));

const MIGRATE = 'Start the service once, or any of its processes: it brings the schema up to date.';

/** PostgreSQL is reachable, and has the schema of this release. */
export const postgresCheck = (url: string, database: Database): DoctorCheck =>
  serverCheck(
    'PostgreSQL',
    'DATABASE_URL',
    () => postgresAccess(url),
    async () => {
      const { pending, unknown } = await schemaDifference(database);
      if (unknown.length > 0)
        return failed(
          `the database has migrations that this release does not know (${unknown.join(', ')})`,
          'Run the release that made them, or restore a backup from before.',
        );
      return pending.length > 0
        ? failed(`reachable; ${pending.length} migrations have not run`, MIGRATE)
        : passed('reachable; all migrations have run');
    },
  );

/** SERVICE_KEY is the one with which the secrets in the database are encrypted. */
export const serviceKeyCheck = (config: Pick<Config, 'serviceKey'>, database: Database): DoctorCheck => {
  const remedy = 'Set SERVICE_KEY to that of the other processes, or fix the database first.';
  return check('service key', remedy, async () => {
    const secrets = await secretsInDatabase(config, database);
    return secrets === 'without key'
      ? warned('not set, and the database has secrets that are encrypted with one', remedy)
      : passed(
          secrets === 'opened' ? 'opens the secrets in the database' : 'no secret in the database needs it',
        );
  });
};

const FIRST = `Fix the event store and the database first. ${MIGRATE}`;

/** The event store is not known to differ from the log of all events. */
export const historyCheck = (database: Database): DoctorCheck =>
  check('history', FIRST, async () => {
    const { count, comparedAt } = await postgresMerkleLog(database).differences();
    if (count > 0)
      return failed(
        `${count} events of the event store differ from the log`,
        'npm run admin -- audit check lists them; docs/audit.md says what to do.',
      );
    return passed(
      comparedAt === undefined ? 'not compared as a whole yet' : `matched the log at ${comparedAt}`,
    );
  });

/** The projections are up to date, and have skipped nothing. */
export const projectionsCheck = (database: Database, client: EventStore): DoctorCheck =>
  check('projections', FIRST, async () => {
    const log = eventStoreDbLogHead(client);
    const positions = await readCheckpoints(database);
    const behind: string[] = [];
    for (const { name } of allProjections)
      if ((await lagAfter(log, positions.get(name))) > 0n) behind.push(name);
    if (behind.length > 0)
      return warned(
        `behind: ${behind.join(', ')}`,
        'If npm run admin -- projections status shows that they do not advance, start a projector, or read its log.',
      );
    const skipped = (await allSkippedTypes(database)).length + (await skippedEvents(database)).length;
    return skipped > 0
      ? warned(
          `skipped ${skipped} events or types of events`,
          'npm run admin -- projections status lists them and tells why. Unknown types need a newer release.',
        )
      : passed(`all ${allProjections.length} are up to date`);
  });

/** Differences of clocks, in ms: waiting times are shown wrong, and signatures and leases are refused. */
const NOTICEABLE = 2000;
const HARMFUL = 60_000;

/** The clocks of this machine and of PostgreSQL agree. */
export const clockCheck = (database: Database, clock: Clock = systemClock): DoctorCheck =>
  check('clock', FIRST, async () => {
    await serverTime(database); // connects
    const before = clock.now().getTime();
    const theirs = (await serverTime(database)).getTime();
    const difference = theirs - (before + clock.now().getTime()) / 2;
    const found = `PostgreSQL differs by ${(difference / 1000).toFixed(1)} s`;
    const remedy = 'Synchronise the clocks of all machines, for example with chrony.';
    if (Math.abs(difference) > HARMFUL) return failed(found, remedy);
    return Math.abs(difference) > NOTICEABLE ? warned(found, remedy) : passed(found);
  });
