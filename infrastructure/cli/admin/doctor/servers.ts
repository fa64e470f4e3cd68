import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../../application/ports/clock.js';
import { allProjections } from '../../../../projections/all.js';
import { eventStoreAccess } from '../../../eventstore/access.js';
import type { StoreConnection } from '../../../eventstore/client.js';
import { eventStoreDbLogHead } from '../../../eventstore/log-head.js';
import { knownIdentity } from '../../../eventstore/store-identity.js';
import { natsAccess } from '../../../nats/access.js';
import { queueFigures } from '../../../nats/render-queue.js';
import type { Config } from '../../../platform/config.js';
import type { ServerAccess } from '../../../platform/server-access.js';
import { systemClock } from '../../../platform/system-clock.js';
import { postgresAccess } from '../../../postgres/connection/access.js';
import { type openDatabase, serverTime } from '../../../postgres/connection/database.js';
import { postgresMerkleLog } from '../../../postgres/log/merkle-log.js';
import { schemaDifference } from '../../../postgres/migrations/migrate.js';
import { readCheckpoints } from '../../../postgres/read-models/checkpoints.js';
import { recordedStore } from '../../../postgres/read-models/event-store.js';
import { allSkippedTypes, skippedEvents } from '../../../postgres/read-models/skipped-events.js';
import { secretsInDatabase } from '../../../processes/parts/shared-secrets.js';
import { lagAfter } from '../projections.js';
import { type DoctorCheck, check, failed, passed, type CheckOutcome, warned } from './check.js';

type Database = ReturnType<typeof openDatabase>;
type EventStore = StoreConnection['client'];

/** A server is reachable and grants access; then the outcome is that of `next`. */
const serverCheck = (
  name: string,
  variable: string,
  access: () => Promise<ServerAccess>,
  next: () => CheckOutcome | Promise<CheckOutcome>,
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
  serverCheck(
    'EventStoreDB',
    'EVENTSTORE_URL',
    () => eventStoreAccess(url),
    () => passed('reachable; its user may read and append'),
  );

const MIGRATE = 'Start the service once, or any of its processes: it brings the schema up to date.';

/** PostgreSQL is reachable, and its schema is that of this release. */
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

/** NATS is reachable, and has JetStream with the render queue. */
export const natsCheck = (url: string): DoctorCheck =>
  serverCheck(
    'NATS',
    'NATS_URL',
    () => natsAccess(url),
    async () => {
      const figures = await queueFigures(url);
      return figures === undefined
        ? warned(
            'reachable with JetStream; the render queue does not exist',
            'Start a projector or a worker: it creates the queue and publishes all unfinished renders again.',
          )
        : passed(
            `reachable with JetStream; ${figures.waiting} renders wait, ${figures.underWay} are under way`,
          );
    },
  );

/** SERVICE_KEY is the one with which the secrets in the database are encrypted. */
export const serviceKeyCheck = (config: Pick<Config, 'serviceKey'>, database: Database): DoctorCheck => {
  const remedy = 'Set SERVICE_KEY to that of the other processes, or fix the database first.';
  return check('service key', remedy, async () => {
    switch (await secretsInDatabase(config, database)) {
      case 'opened':
        return passed('opens the secrets in the database');
      case 'none':
        return passed(
          config.serviceKey === undefined ? 'not set; the secrets are in DATA_DIR' : 'set; not used yet',
        );
      case 'without key':
        return warned('not set, and the database has secrets that are encrypted with one', remedy);
    }
  });
};

const FIRST = `Fix the event store and the database first. ${MIGRATE}`;

/** The database was built from this event store. */
export const storeIdentityCheck = (database: Database, client: EventStore): DoctorCheck =>
  check('store identity', FIRST, async () => {
    const [owner, store] = await Promise.all([recordedStore(database), knownIdentity(client)]);
    if (owner === undefined) return passed('the database belongs to no event store yet');
    if (owner === store) return passed(`the database belongs to this event store (${owner})`);
    return failed(
      `the database belongs to the event store ${owner}, and EVENTSTORE_URL is ${store ?? 'a store without identity'}`,
      'Correct EVENTSTORE_URL or DATABASE_URL. If both are right, stop the service and run: npm run admin -- projections rebuild --adopt-store.',
    );
  });

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

/** How long a projection that is behind may take to advance, in ms. */
const ADVANCE = 2000;

/** The projections are up to date or advance, and have skipped nothing. */
export const projectionsCheck = (database: Database, client: EventStore): DoctorCheck =>
  check('projections', FIRST, async () => {
    const log = eventStoreDbLogHead(client);
    /** The projections that are behind the log, with their positions. */
    const behind = async (): Promise<ReadonlyArray<string>> => {
      const positions = await readCheckpoints(database);
      const lags = allProjections.map(async ({ name }) => {
        const lag = await lagAfter(log, positions.get(name));
        return lag > 0n ? [`${name} at ${positions.get(name)?.commit ?? 'the beginning'}`] : [];
      });
      return (await Promise.all(lags)).flat();
    };
    const first = await behind();
    if (first.length > 0) await delay(ADVANCE);
    const now = first.length > 0 ? await behind() : [];
    const stuck = now.filter((one) => first.includes(one));
    if (stuck.length > 0)
      return warned(
        `behind and not advancing: ${stuck.join(', ')}`,
        'Start a projector (npm start, or npm run start:projector), and read its log if one is running.',
      );
    const skipped = (await allSkippedTypes(database)).length + (await skippedEvents(database)).length;
    if (skipped > 0)
      return warned(
        `skipped ${skipped} events or types of events`,
        'npm run admin -- projections status lists them and tells why. Unknown types need a newer release.',
      );
    return passed(now.length > 0 ? 'catching up' : `all ${allProjections.length} are up to date`);
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
