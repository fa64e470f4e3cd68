/**
 * `npm start`: the whole service on one machine. Brings up the servers that have no address in the environment, then the
 * four processes of the service, keeps all of them running, and ends them in order when it is asked to end.
 */
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { Config } from '../platform/config.js';
import { readConfig } from '../platform/config.js';
import { configOrExit } from './parts/config-or-exit.js';
import { runStandalone } from '../machine/supervisor/run.js';
import { listenForStop } from '../machine/supervisor/stop-request.js';
import { tellOn } from '../machine/supervisor/terminal.js';

const wanted = configOrExit();

/** PUBLIC_BASE_URL follows from the port unless it is set: read again with the one that was free. */
const configOn = (port: number): Config => {
  const config = readConfig({ ...process.env, PORT: String(port) });
  return E.isRight(config) ? config.right : wanted;
};

process.exit(
  await runStandalone(configOn, wanted, {
    marker: join('processes', 'standalone'),
    stopSignal: listenForStop(),
    say: tellOn(process.stdout),
    complain: tellOn(process.stderr),
  }),
);
