import type { EventStore } from '../../../application/ports/event-store.js';
import { cachedStreamHeads } from '../../../application/commands/cached-stream-heads.js';
import type { WriteDependencies } from '../../../application/commands/write-and-await.js';
import type { LogDifference } from '../../../application/ports/merkle-log.js';
import type { ReadModel } from '../../../application/ports/read-model.js';
import { historyComparison } from '../../../application/transparency/compare-history.js';
import type { ConnectedConfig } from '../../platform/config.js';
import { lastOwnCommit } from '../../eventstore/log-head.js';
import { eventStoreDbEventStore } from '../../eventstore/event-store-db.js';
import { postgresMerkleLog } from '../../postgres/log/merkle-log.js';
import { postgresReadModel } from '../../postgres/read-models/read-model.js';
import { randomIds } from '../../platform/random-ids.js';
import { systemClock } from '../../platform/system-clock.js';
import { inSpan } from '../../platform/tracing/spans.js';
import { connectStores } from './stores.js';

interface WriteSideOptions {
  readonly allowAnyStore?: boolean;
  /** Lets statements take as long as they do. */
  readonly toleratesSilence?: boolean;
  /** Adds measurements to the event store. */
  readonly measured?: (store: EventStore) => EventStore;
  /** Gets the differences from the log that are found when streams are read. */
  readonly onDifferences?: (differences: ReadonlyArray<LogDifference>) => void;
}

/**
 * The event store and the read models, for every process that serves clients. Rejects with StartRefusedError if they do
 * not belong together, unless `allowAnyStore` is set.
 */
export const connectWriteSide = async (
  config: ConnectedConfig,
  {
    allowAnyStore = false,
    toleratesSilence = false,
    measured = (store) => store,
    onDifferences = () => undefined,
  }: WriteSideOptions = {},
) => {
  const { databaseUrl } = config;
  const { database, client, refused, close } = await connectStores(config, {
    allowAnyStore,
    toleratesSilence,
  });
  const lastStored = () => lastOwnCommit(client);
  const readModel = await postgresReadModel({ database, databaseUrl, lastStored });
  const inWaitSpan: ReadModel = {
    reachedCommit: readModel.reachedCommit,
    reached: (position) => () => inSpan('wait for read models', {}, readModel.reached(position)),
    announce: (keys, position) => () => inSpan('announce a write', {}, readModel.announce(keys, position)),
    showsWritesOf: readModel.showsWritesOf,
  };
  const merkleLog = postgresMerkleLog(database);
  const againstLog = historyComparison(merkleLog, onDifferences);
  const dependencies: WriteDependencies = {
    eventStore: cachedStreamHeads(measured(eventStoreDbEventStore(client, againstLog))),
    ids: randomIds,
    clock: systemClock,
    readModel: inWaitSpan,
  };
  return {
    database,
    client,
    dependencies,
    onAdvanced: readModel.onAdvanced,
    merkleLog,
    againstLog,
    /** Rejects if the event store becomes reachable only later and turns out not to be the one of the read models. */
    refused,
    close: async (): Promise<void> => {
      await readModel.close();
      await close();
    },
  };
};
