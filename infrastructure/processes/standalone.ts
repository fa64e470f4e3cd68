/**
 * `npm start`: the whole service on one machine. Starts embedded servers for those that are not configured, then the
 * four processes of the service, keeps all of them running, and shuts them down in order when asked to stop.
 */
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { type Config, readConfig } from '../platform/config.js';
import { abilities } from '../machine/sandbox/abilities.js';
import { sandboxReport } from '../machine/sandbox/sandbox-report.js';
import { configOrExit } from './parts/config-or-exit.js';
import { runStandalone } from '../machine/supervisor/run.js';
import { listenForStop } from '../machine/supervisor/stop-request.js';
import { printerTo } from '../machine/supervisor/terminal.js';

const wanted = configOrExit();

/** PUBLIC_BASE_URL depends on the port unless it is set, so the configuration is read again with the actual port. */
const configOn = (port: number): Config => {
  const config = readConfig({ ...process.env, PORT: String(port) });
  return E.isRight(config) ? config.right : wanted;
};

process.exit(
  await runStandalone(configOn, wanted, {
    marker: join('processes', 'standalone'),
    stopSignal: listenForStop(),
    say: printerTo(process.stdout),
    showWarning: printerTo(process.stderr),
    sandboxWarnings: () => sandboxReport(abilities(), false).warnings,
  }),
);
