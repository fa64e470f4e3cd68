import { tryPort } from '../../../infrastructure/machine/servers/free-port.js';

/**
 * Ports below those that operating systems give to outgoing connections and to servers that ask for any port. Such a
 * connection could take a free port before the server of a test listens on it, or while that server is down.
 */
const FIRST_PORT = 20_000;
/** Test processes that run at the same time have different process ids modulo this. */
const PROCESSES = 100;
const PORTS_EACH = 100;

let tried = 0;

/** A free port of 127.0.0.1 that no other test process uses. */
export const ownPort = async (): Promise<number> => {
  const first = FIRST_PORT + (process.pid % PROCESSES) * PORTS_EACH;
  for (let times = 0; times < PORTS_EACH; times += 1) {
    const port = first + (tried % PORTS_EACH);
    tried += 1;
    if ((await tryPort('127.0.0.1', port)) === port) return port;
  }
  throw new Error(`ports ${first} to ${first + PORTS_EACH - 1} are all taken`);
};
