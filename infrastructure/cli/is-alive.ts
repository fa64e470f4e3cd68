/**
 * Health check of a container. Exits with 0 if the process that updates HEARTBEAT_FILE is running, with 1 otherwise.
 */
import { statSync } from 'node:fs';
import { configOrExit } from '../processes/parts/config-or-exit.js';
import { deadAfter } from '../machine/supervisor/heartbeat.js';

const { heartbeatFile } = configOrExit();
const renewed = heartbeatFile === undefined ? undefined : statSync(heartbeatFile, { throwIfNoEntry: false });
const age = renewed === undefined ? Number.POSITIVE_INFINITY : Date.now() - renewed.mtimeMs;
if (age > deadAfter) console.error(`HEARTBEAT_FILE was not updated within ${deadAfter / 1000} s`);
process.exit(age > deadAfter ? 1 : 0);
