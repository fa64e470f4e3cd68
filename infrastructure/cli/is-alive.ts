/** Health check of a container: exit code 0 when the process that writes HEARTBEAT_FILE is at work, 1 otherwise. */
import { statSync } from 'node:fs';
import { configOrExit } from '../processes/parts/config-or-exit.js';
import { deadAfter } from '../machine/supervisor/heartbeat.js';

const { heartbeatFile } = configOrExit();
const renewed = heartbeatFile === undefined ? undefined : statSync(heartbeatFile, { throwIfNoEntry: false });
const age = renewed === undefined ? Number.POSITIVE_INFINITY : Date.now() - renewed.mtimeMs;
if (age > deadAfter) console.error(`no sign of life in HEARTBEAT_FILE within ${deadAfter / 1000} s`);
process.exit(age > deadAfter ? 1 : 0);
