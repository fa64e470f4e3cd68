import { setTimeout as delay } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { EventLog } from '../../../application/ports/event-log.js';
import type { LogPosition } from '../../../domain/events.js';
import { allProjections } from '../../../projections/all.js';
import type { Projection } from '../../../projections/change.js';
import { eventStoreDbEventLog } from '../../eventstore/event-log.js';
import { readOne } from '../../eventstore/read-slice.js';
import { storeIdentity } from '../../eventstore/store-identity.js';
import type { Adoption } from '../../postgres/read-models/event-store.js';
import { becomeLeader } from '../../postgres/connection/leadership.js';
import { readProgress } from '../../postgres/read-models/checkpoints.js';
import { rebuildProjections } from '../../postgres/read-models/rebuild.js';
import { allSkippedTypes, skippedEvents } from '../../postgres/read-models/skipped-events.js';
import { interruptible } from '../interruptible.js';
import { type AdminSession, print, withService } from './session.js';
import { counted } from '../counted.js';

/** The window over which the rate is measured, in ms. */
const RATE_WINDOW = 1000;

const REBUILDABLE = allProjections.filter(({ tables }) => tables.length > 0);

interface RebuildOptions {
  readonly adoptStore?: boolean;
}

const parseProjection = (name: string): Projection => {
  const found = REBUILDABLE.find((projection) => projection.name === name);
  if (found) return found;
  throw new InvalidArgumentError(`use one of ${REBUILDABLE.map((projection) => projection.name).join(', ')}`);
};

const logOf = ({ client, againstLog }: AdminSession) =>
  eventStoreDbEventLog(client, againstLog, {
    onLost: (error) => console.error('the subscription was dropped; subscribing again', error),
    onUnknownEvent: (type) => console.error(`skipped an event of the unknown type ${type}`),
    onUndecodableEvent: ({ stream, revision, reason }) =>
      console.error(`skipped event ${revision} of ${stream}: ${reason}`),
  });

/** How far the log goes beyond a position, in positions. */
export const lagAfter = async (
  log: Pick<EventLog, 'headAfter'>,
  position: LogPosition | undefined,
): Promise<bigint> => {
  const head = await log.headAfter(position);
  return (head?.commit ?? position?.commit ?? 0n) - (position?.commit ?? 0n);
};

const status = async (session: AdminSession, json: boolean | undefined): Promise<void> => {
  const earlier = await readProgress(session.database);
  await delay(RATE_WINDOW);
  const now = await readProgress(session.database);
  const log = logOf(session);
  const rows = await Promise.all(
    allProjections.map(async ({ name }) => {
      const { position, events = 0n } = now.get(name) ?? {};
      return {
        projection: name,
        position: position?.commit.toString() ?? 'none',
        lag: (await lagAfter(log, position)).toString(),
        events: events.toString(),
        eventsPerSecond: Number(events - (earlier.get(name)?.events ?? 0n)) / (RATE_WINDOW / 1000),
      };
    }),
  );
  print(rows, json);
  const skipped = [
    ...(await allSkippedTypes(session.database)).map((type) => ({
      skipped: 'every event of a type',
      type,
      reason: 'this release does not know the type',
    })),
    ...(await skippedEvents(session.database)).map((event) => ({ skipped: 'an event', ...event })),
  ];
  if (skipped.length > 0) print(skipped, json);
};

/** How long to wait for a projector that is stopping, in ms. */
const PROJECTOR_STOP_TIMEOUT = 3000;

/** Does the work while no projector runs or can start. */
const withoutProjector = async (databaseUrl: string, work: () => Promise<void>): Promise<void> => {
  const timeout = AbortSignal.timeout(PROJECTOR_STOP_TIMEOUT);
  const leadership = await becomeLeader(databaseUrl, 'projector', timeout);
  if (!leadership) throw new Error('A projector is running on this database. Stop the service first.');
  try {
    await work();
  } finally {
    await leadership.resign();
  }
};

const rebuildUntil = async (
  interrupted: AbortSignal,
  session: AdminSession,
  projections: ReadonlyArray<Projection>,
  adoption?: Adoption,
): Promise<void> => {
  const { database, config } = session;
  const leadership = await becomeLeader(config.databaseUrl, 'rebuild', interrupted);
  if (!leadership) return;
  try {
    const { events, switchMs } = await rebuildProjections({
      database,
      eventLog: logOf(session),
      projections,
      ...(adoption && { adoption }),
      signal: AbortSignal.any([interrupted, leadership.lost]),
    });
    const names = projections.map(({ name }) => name).join(', ');
    console.log(
      `rebuilt ${names} from ${counted(events, 'event')}; the switch took ${Math.round(switchMs)} ms`,
    );
  } finally {
    await leadership.resign();
  }
};

const rebuild = (
  session: AdminSession,
  projections: ReadonlyArray<Projection>,
  adoption?: Adoption,
): Promise<void> => interruptible((interrupted) => rebuildUntil(interrupted, session, projections, adoption));

/**
 * Builds all read models from the configured event store, whichever store they belonged to before, while no projector
 * runs.
 */
export const adoptStore = async (session: AdminSession): Promise<void> => {
  const { client, config } = session;
  const storeId = await storeIdentity(client);
  const positionOf: Adoption['positionOf'] = async ({ stream, revision, id }) => {
    const found = await readOne(client, stream, revision);
    return found?.id === id ? found.position : undefined;
  };
  await withoutProjector(config.databaseUrl, () => rebuild(session, REBUILDABLE, { storeId, positionOf }));
  console.log(`the read models now belong to the event store ${storeId}`);
};

/** `projections status|rebuild` */
export const addProjectionCommands = (program: Command): void => {
  const projections = program.command('projections').description('inspect and rebuild read models');

  projections
    .command('status')
    .description(
      'show position, lag (in positions of the log) and rate of each projection, and events that were skipped',
    )
    .option('--json', 'print one line of JSON per projection and skipped event')
    .action(({ json }: { json?: boolean }) => withService((session) => status(session, json)));

  projections
    .command('rebuild')
    .description('rebuild read models in new tables, then switch to them; nothing is sent again')
    .argument('[name]', 'the projection to rebuild (default: all that have tables)', parseProjection)
    .option(
      '--adopt-store',
      'rebuild all of them from the configured event store, whichever store they belonged to before',
    )
    .action((projection: Projection | undefined, { adoptStore: isAdopting = false }: RebuildOptions) => {
      if (!isAdopting)
        return withService((session) => rebuild(session, projection ? [projection] : REBUILDABLE));
      if (projection) throw new Error('--adopt-store rebuilds all read models; do not name one');
      return withService(adoptStore, { allowAnyStore: true });
    });
};
