import { setTimeout as delay } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { allProjections } from '../../../projections/all.js';
import type { Projection } from '../../../projections/change.js';
import { eventStoreDbEventLog } from '../../eventstore/event-log.js';
import { becomeLeader } from '../../postgres/leadership.js';
import { readProgress } from '../../postgres/checkpoints.js';
import { rebuildProjections } from '../../postgres/rebuild.js';
import { type AdminSession, print, withService } from './session.js';

/** Over how long the rate is measured, in ms. */
const RATE_WINDOW = 1000;

const REBUILDABLE = allProjections.filter(({ tables }) => tables.length > 0);

const parseProjection = (name: string): Projection => {
  const found = REBUILDABLE.find((projection) => projection.name === name);
  if (found) return found;
  throw new InvalidArgumentError(`use one of ${REBUILDABLE.map((projection) => projection.name).join(', ')}`);
};

const logOf = ({ client }: AdminSession) =>
  eventStoreDbEventLog(client, {
    onLost: (error) => console.error('the subscription was lost; subscribing again', error),
    onUnknownEvent: (type) => console.error(`skipped an event of the unknown type ${type}`),
  });

const status = async (session: AdminSession, json: boolean | undefined): Promise<void> => {
  const earlier = await readProgress(session.database);
  await delay(RATE_WINDOW);
  const now = await readProgress(session.database);
  const log = logOf(session);
  const rows = await Promise.all(
    allProjections.map(async ({ name }) => {
      const { position, events = 0n } = now.get(name) ?? {};
      const head = await log.headAfter(position);
      return {
        projection: name,
        position: position?.commit.toString() ?? 'none',
        lag: ((head?.commit ?? position?.commit ?? 0n) - (position?.commit ?? 0n)).toString(),
        events: events.toString(),
        eventsPerSecond: Number(events - (earlier.get(name)?.events ?? 0n)) / (RATE_WINDOW / 1000),
      };
    }),
  );
  print(rows, json);
};

const rebuild = async (session: AdminSession, projections: ReadonlyArray<Projection>): Promise<void> => {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  const { database, config } = session;
  const turn = await becomeLeader(config.databaseUrl, 'rebuild', interrupted.signal);
  if (!turn) return;
  try {
    const { events, switchMs } = await rebuildProjections({
      database,
      eventLog: logOf(session),
      projections,
      signal: AbortSignal.any([interrupted.signal, turn.lost]),
    });
    const names = projections.map(({ name }) => name).join(', ');
    console.log(`rebuilt ${names} from ${events} events; the switch took ${Math.round(switchMs)} ms`);
  } finally {
    await turn.resign();
  }
};

/** `projections status|rebuild` */
export const addProjectionCommands = (program: Command): void => {
  const projections = program.command('projections').description('look at read models and build them anew');

  projections
    .command('status')
    .description('position, lag (in positions of the log) and rate of each projection')
    .option('--json', 'print one line of JSON a projection')
    .action(({ json }: { json?: boolean }) => withService((session) => status(session, json)));

  projections
    .command('rebuild')
    .description('build read models anew beside the old and switch over; nothing is sent again')
    .argument('[name]', 'the one to rebuild; all that have tables when left out', parseProjection)
    .action((projection?: Projection) =>
      withService((session) => rebuild(session, projection ? [projection] : REBUILDABLE)),
    );
};
