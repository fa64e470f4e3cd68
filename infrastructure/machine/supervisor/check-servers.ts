import { setTimeout as delay } from 'node:timers/promises';
import type { Config, ConnectedConfig } from '../../platform/config.js';
import { eventStoreAccess } from '../../eventstore/access.js';
import { connectToEventStore } from '../../eventstore/client.js';
import { natsAccess } from '../../nats/access.js';
import { postgresAccess } from '../../postgres/connection/access.js';
import { openDatabase } from '../../postgres/connection/database.js';
import { migrate } from '../../postgres/migrations/migrate.js';
import type { ServerAccess } from '../../platform/server-access.js';
import { claimStore } from '../../processes/parts/claim-store.js';
import { StartRefusedError } from '../../platform/start-refused.js';

/** How long to wait for a server to answer, in ms; it may be starting at the same time. */
const TIMEOUT_MS = 30_000;
const PAUSE = 500;

type Probe = (address: string) => Promise<ServerAccess>;

const probeUntilReachable = async (probe: Probe, address: string, timeoutMs: number, signal: AbortSignal) => {
  for (const deadline = performance.now() + timeoutMs; ;) {
    const access = await probe(address);
    if (access._tag !== 'Unreachable' || performance.now() > deadline) return access;
    await delay(PAUSE, undefined, { signal });
  }
};

const problemOf = (variable: string, access: ServerAccess): ReadonlyArray<string> => {
  switch (access._tag) {
    case 'Granted':
      return [];
    case 'Refused':
      return [access.advice];
    case 'Unreachable':
      return [
        `No server answers at ${variable} (${access.cause}). Start it, or correct the address. Unset ${variable} to use the embedded server.`,
      ];
  }
};

/**
 * Checks that every configured server is reachable and grants what the service needs. Rejects with a StartRefusedError
 * that lists all problems, or with the signal's reason if it aborts.
 */
export const checkServers = async (
  { eventStoreUrl, databaseUrl, natsUrl }: Pick<Config, 'eventStoreUrl' | 'databaseUrl' | 'natsUrl'>,
  signal: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<void> => {
  const check = async (variable: string, probe: Probe, address: string | undefined) =>
    address === undefined
      ? []
      : problemOf(variable, await probeUntilReachable(probe, address, timeoutMs, signal));
  const problems = await Promise.all([
    check('EVENTSTORE_URL', eventStoreAccess, eventStoreUrl),
    check('DATABASE_URL', postgresAccess, databaseUrl),
    check('NATS_URL', natsAccess, natsUrl),
  ]);
  if (problems.flat().length > 0) throw new StartRefusedError(problems.flat().join('\n'));
};

/** Checks that the read models belong to the event store: see `claimStore`. */
export const checkStore = async (
  { databaseUrl, eventStoreUrl }: Pick<ConnectedConfig, 'databaseUrl' | 'eventStoreUrl'>,
  signal: AbortSignal,
): Promise<void> => {
  const database = openDatabase({ url: databaseUrl, poolSize: 1 });
  const { client, close } = connectToEventStore(eventStoreUrl);
  try {
    await migrate(database);
    await claimStore({ database, client, eventStoreUrl }, signal);
  } finally {
    await close();
    await database.destroy();
  }
};
