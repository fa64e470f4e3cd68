import { setTimeout as delay } from 'node:timers/promises';
import { allProjections } from '../../../../projections/all.js';
import type { Clock } from '../../../../application/ports/clock.js';
import type { EventLog } from '../../../../application/ports/event-log.js';
import { eventStoreDbLogHead } from '../../../eventstore/log-head.js';
import { newestEventTime } from '../../../eventstore/newest-event.js';
import { systemClock } from '../../../platform/system-clock.js';
import { type openDatabase, serverTime } from '../../../postgres/connection/database.js';
import { readCheckpoints } from '../../../postgres/read-models/checkpoints.js';
import { allSkippedTypes, skippedEvents } from '../../../postgres/read-models/skipped-events.js';
import { lagAfter } from '../projections.js';
import { type Check, check, failed, ok, warning } from './check.js';
import { onDatabase, onEventStore, type StoreAddresses } from './servers.js';

/** In this time, a projection that is behind advances, in ms. */
const ADVANCE = 2000;

type Database = ReturnType<typeof openDatabase>;

/** The projections that are behind the log, with their positions. */
const behind = async (log: Pick<EventLog, 'headAfter'>, database: Database) => {
  const positions = await readCheckpoints(database);
  const lags = await Promise.all(
    allProjections.map(async ({ name }) => {
      const position = positions.get(name);
      return { name, at: position?.commit, lag: await lagAfter(log, position) };
    }),
  );
  return lags.filter(({ lag }) => lag > 0n);
};

/** What the projections have skipped, in words. */
const skippedIn = async (database: Database): Promise<ReadonlyArray<string>> => [
  ...(await allSkippedTypes(database)).map((type) => `all events of the type ${type}`),
  ...(await skippedEvents(database)).map(({ stream, revision }) => `event ${revision} of ${stream}`),
];

const REMEDY = 'Fix the event store and the database first.';

/** The projections are up to date or advance, and have skipped nothing. */
export const projectionsCheck = ({ databaseUrl, eventStoreUrl }: StoreAddresses): Check =>
  check('projections', REMEDY, () =>
    onEventStore(eventStoreUrl, (client) =>
      onDatabase(databaseUrl, async (database) => {
        const log = eventStoreDbLogHead(client);
        const first = await behind(log, database);
        if (first.length > 0) await delay(ADVANCE);
        const now = first.length > 0 ? await behind(log, database) : [];
        const stuck = now.filter(({ name, at }) => first.some((one) => one.name === name && one.at === at));
        if (stuck.length > 0)
          return warning(
            `behind and not advancing: ${stuck.map(({ name, lag }) => `${name} by ${lag}`).join(', ')}`,
            'Start a projector (npm start, or npm run start:projector), and read its log if one is running.',
          );
        const skipped = await skippedIn(database);
        if (skipped.length > 0)
          return warning(
            `skipped ${skipped.slice(0, 3).join(', ')}${skipped.length > 3 ? ` and ${skipped.length - 3} more` : ''}`,
            'npm run admin -- projections status tells why. Unknown types need a newer release.',
          );
        return ok(now.length > 0 ? 'catching up' : `all ${allProjections.length} are up to date`);
      }),
    ),
  );

/** Differences of clocks, in ms: waiting times are shown wrong, and signatures and leases are refused. */
const NOTICEABLE = 2000;
const HARMFUL = 60_000;

/**
 * The clocks of this machine, PostgreSQL and EventStoreDB agree. EventStoreDB tells no time, but its newest event must
 * not lie in the future.
 */
export const clockCheck = (
  { databaseUrl, eventStoreUrl }: StoreAddresses,
  clock: Clock = systemClock,
): Check =>
  check('clock', REMEDY, async () => {
    const difference = await onDatabase(databaseUrl, async (database) => {
      await serverTime(database); // connects
      const before = clock.now().getTime();
      const theirs = (await serverTime(database)).getTime();
      return theirs - (before + clock.now().getTime()) / 2;
    });
    const newest = await onEventStore(eventStoreUrl, newestEventTime);
    const ahead = Math.max(0, (newest?.getTime() ?? 0) - clock.now().getTime());
    const found = [
      `PostgreSQL differs by ${(difference / 1000).toFixed(1)} s`,
      ...(ahead > NOTICEABLE ? [`the newest event lies ${(ahead / 1000).toFixed(1)} s in the future`] : []),
    ].join('; ');
    const remedy = 'Synchronise the clocks of all machines, for example with chrony.';
    const worst = Math.max(Math.abs(difference), ahead);
    if (worst > HARMFUL) return failed(found, remedy);
    return worst > NOTICEABLE ? warning(found, remedy) : ok(found);
  });
