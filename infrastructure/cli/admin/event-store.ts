import type { Command } from 'commander';
import type { LogPosition } from '../../../domain/events.js';
import { accessAfter } from '../../eventstore/access.js';
import { connectToEventStore, type StoreConnection } from '../../eventstore/client.js';
import { copyHistory } from '../../eventstore/copy-history.js';
import { eventStoreDbLogHead } from '../../eventstore/log-head.js';
import { ownEvents } from '../../eventstore/own-events.js';
import { knownIdentity, storeIdentity } from '../../eventstore/store-identity.js';
import { interruptible } from '../interruptible.js';
import { withServers } from './session.js';
import { counted } from '../counted.js';

/** How often progress is shown, in ms. */
const PROGRESS_EVERY = 1000;

interface CopyOptions {
  readonly from?: string;
  readonly to?: string;
  readonly json?: boolean;
}

/** Shows the progress of a phase: events, and the fraction of the source's log by position. */
const progressOf = (phase: 'copy' | 'verify', head: bigint, json: boolean | undefined) => {
  let events = 0;
  let shownAt = performance.now();
  return ({ commit }: LogPosition): void => {
    events += 1;
    if (performance.now() - shownAt < PROGRESS_EVERY) return;
    shownAt = performance.now();
    const percent = head === 0n ? 100 : Math.min(100, Number((commit * 100n) / head));
    if (json) console.log(JSON.stringify({ phase, events, percent }));
    else console.error(`${phase}: ${events} events, ${percent} %`);
  };
};

const refuseSameStore = async (from: StoreConnection, to: StoreConnection): Promise<void> => {
  const target = await storeIdentity(to.client);
  if ((await knownIdentity(from.client)) === target)
    throw new Error('--from and --to name the same event store.');
};

/** Copies, verifies by a second run, which compares what it finds, and reports. Throws if something is wrong. */
const copyBetween = async (
  from: StoreConnection,
  to: StoreConnection,
  json: boolean | undefined,
  signal: AbortSignal,
): Promise<void> => {
  await refuseSameStore(from, to);
  const head = (await eventStoreDbLogHead(from.client).headAfter(undefined))?.commit ?? 0n;
  const run = (phase: 'copy' | 'verify') => {
    const show = progressOf(phase, head, json);
    const source = ownEvents(from.client);
    return copyHistory({ source, to: to.client, onEvent: ({ position }) => show(position), signal });
  };
  const copied = await run('copy');
  const verified = await run('verify');
  if (verified.copied > 0)
    throw new Error(
      `The service was writing during the copy: ${verified.copied} more events were copied. Stop it and run the same command again.`,
    );
  if (json) console.log(JSON.stringify({ ...copied, events: verified.found }));
  else
    console.log(
      [
        `copied ${counted(copied.copied, 'event')}, found ${copied.found} from an earlier copy`,
        `verified ${counted(verified.found, 'event')}: identical in both stores, in the same order`,
        'To use the copy, stop the service, set EVENTSTORE_URL to it and run',
        '  npm run admin -- projections rebuild --adopt-store',
      ].join('\n'),
    );
};

const copyFromTo = async (source: string, target: string, json: boolean | undefined): Promise<void> => {
  const stores = [connectToEventStore(source), connectToEventStore(target)] as const;
  try {
    await interruptible((signal) => copyBetween(...stores, json, signal));
  } catch (error) {
    for (const address of [source, target]) {
      const access = accessAfter(error, address);
      if (access._tag === 'Refused') throw new Error(`--from or --to: ${access.advice}`, { cause: error });
    }
    throw error;
  } finally {
    await Promise.all(stores.map((store) => store.close()));
  }
};

/** The store that is not given defaults to the store of the service. */
const copy = async ({ from, to, json }: CopyOptions): Promise<void> => {
  if (from !== undefined && to !== undefined) await copyFromTo(from, to, json);
  else if (from === undefined && to === undefined) throw new Error('Give --from, --to or both.');
  else await withServers(({ eventStoreUrl: own }) => copyFromTo(from ?? own, to ?? own, json));
};

/** `eventstore copy` */
export const addEventStoreCommands = (program: Command): void => {
  const eventStore = program.command('eventstore').description('move the history between event stores');

  eventStore
    .command('copy')
    .description(
      'copy all events to another event store and verify the copy; run it again to resume after an interruption',
    )
    .option('--from <url>', 'the store to copy from (default: the store of the service)')
    .option('--to <url>', 'the store to copy to (default: the store of the service)')
    .option('--json', 'print progress and result as lines of JSON')
    .action(copy);
};
