import { Client } from 'pg';
import { closeWhenSilent, CONNECT_MS, isIdle } from '../../platform/postgres-silence.js';

/** How often an idle session is used, in ms, so that the loss of a connection is noticed. */
const PING = 5000;

/** Has PostgreSQL release the locks of a client machine that has vanished. */
const KEEP_ALIVE =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

/**
 * Opens a connection for what a pool cannot do: to hold a lock, or to listen. It ends, with the event `end`, within 20
 * s after PostgreSQL stops answering.
 */
export const openSession = async (url: string, name: string): Promise<Client> => {
  const client = new Client({
    connectionString: url,
    application_name: `framewright-${name}`,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
  });
  client.on('error', () => undefined); // 'end' follows
  try {
    await client.connect();
    closeWhenSilent(client);
    await client.query(KEEP_ALIVE);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  const pinging = setInterval(() => {
    if (isIdle(client)) client.query('select').catch(() => undefined); // 'end' follows
  }, PING);
  client.once('end', () => clearInterval(pinging));
  return client;
};
