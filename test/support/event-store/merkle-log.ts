/** The Merkle log of a service in a test: it follows the event store and signs immediately. */
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { Knex } from 'knex';
import { pino } from 'pino';
import { historyComparison } from '../../../application/transparency/compare-history.js';
import { eventStoreDbArchive } from '../../../infrastructure/eventstore/event-archive.js';
import { secretInFile } from '../../../infrastructure/platform/private-files.js';
import { systemClock } from '../../../infrastructure/platform/system-clock.js';
import { postgresKeyRegistry } from '../../../infrastructure/postgres/log/key-registry.js';
import { postgresMerkleLog } from '../../../infrastructure/postgres/log/merkle-log.js';
import { runMerkleLog } from '../../../infrastructure/processes/parts/merkle-log.js';
import { watchLoops } from '../../../infrastructure/processes/parts/watch-loops.js';
import { signingKeyFile, signingKeys } from '../../../infrastructure/signing/signing-keys.js';
import { silentEventLog } from './silent-event-log.js';

interface LogOptions {
  readonly database: Knex;
  readonly client: EventStoreDBClient;
  readonly dataDir: string;
  readonly signal: AbortSignal;
}

export const testLog = ({ database, client, dataDir, signal }: LogOptions) => {
  const registry = postgresKeyRegistry(database);
  const seed = secretInFile(signingKeyFile(dataDir));
  const keys = signingKeys(seed, registry);
  const merkleLog = postgresMerkleLog(database, 'the store of the test');
  const againstLog = historyComparison(merkleLog, () => undefined);
  const logger = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' });
  let running: Promise<void> | undefined;
  const start = (): void => {
    running ??= runMerkleLog(
      {
        eventLog: silentEventLog(client),
        archive: eventStoreDbArchive(client, againstLog),
        log: merkleLog,
        againstLog,
        keys,
        clock: systemClock,
        collectMs: 1,
        checkpointMs: 1,
        signal,
      },
      watchLoops(logger),
      logger,
    );
  };
  return { merkleLog, againstLog, keys, registry, seed, start, ended: () => running };
};
