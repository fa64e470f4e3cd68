import { tmpdir } from 'node:os';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { becomeOwner } from '../../machine/supervisor/leave-root.js';
import { withRunningServers } from '../../machine/supervisor/run-file.js';
import { type Config, type Environment, readConfig } from '../../platform/config.js';
import { type Check, check, type Finding, warning } from './doctor/check.js';
import {
  ffmpegCheck,
  fontsCheck,
  sandboxCheck,
  speechCheck,
  tracesCheck,
  transcriberCheck,
} from './doctor/media.js';
import { clockCheck, projectionsCheck } from './doctor/progress.js';
import {
  eventStoreCheck,
  historyCheck,
  natsCheck,
  postgresCheck,
  serviceKeyCheck,
  storeIdentityCheck,
} from './doctor/servers.js';
import { credentialsCheck, settingsCheck } from './doctor/settings.js';
import { diskCheck, objectStoreCheck } from './doctor/storage.js';

/** A server without an address is the embedded one, which runs only while the service does. */
const notRunning = (name: string): Check => {
  const remedy = 'Start the service (npm start), or set the addresses of its servers.';
  return check(name, remedy, () => warning('embedded, and no service is running on this DATA_DIR', remedy));
};

const serverChecks = (config: Config): ReadonlyArray<Check> => {
  const { eventStoreUrl, databaseUrl, natsUrl } = config;
  const checks = [
    eventStoreUrl === undefined ? notRunning('EventStoreDB') : eventStoreCheck(eventStoreUrl),
    databaseUrl === undefined ? notRunning('PostgreSQL') : postgresCheck(databaseUrl),
    natsUrl === undefined ? notRunning('NATS') : natsCheck(natsUrl),
  ];
  if (databaseUrl === undefined) return checks;
  checks.push(serviceKeyCheck(config, databaseUrl));
  if (eventStoreUrl === undefined) return checks;
  const addresses = { eventStoreUrl, databaseUrl };
  return [
    ...checks,
    storeIdentityCheck(addresses),
    historyCheck(addresses),
    projectionsCheck(addresses),
    clockCheck(addresses),
  ];
};

/**
 * Runs all checks. Those that start programs run first and one by one: they keep the processor busy, and the time limits
 * of the others would run.
 */
export const examine = async (environment: Environment): Promise<ReadonlyArray<Finding>> => {
  const path = environment['PATH'];
  const findings: Finding[] = [];
  for (const run of [settingsCheck(environment), sandboxCheck, ffmpegCheck(path), fontsCheck()])
    findings.push(await run());
  const read = readConfig(environment);
  if (E.isLeft(read)) return findings;
  const config = await withRunningServers(read.right);
  const others = [
    transcriberCheck(config, path),
    speechCheck(config, path),
    diskCheck('DATA_DIR', config.dataDir),
    diskCheck('temporary files', tmpdir()),
    objectStoreCheck(config),
    credentialsCheck(config),
    ...(config.tracesEndpoint === undefined ? [] : [tracesCheck(config.tracesEndpoint)]),
    ...serverChecks(config),
  ];
  return [...findings, ...(await Promise.all(others.map((run) => run())))];
};

/** The findings as a table, with the remedies below their rows. */
export const tableOf = (findings: ReadonlyArray<Finding>): string => {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .flatMap((finding) => [
      `${finding._tag.padEnd('warning'.length)}  ${finding.check.padEnd(width)}  ${finding.found}`,
      ...(finding._tag === 'ok' ? [] : [`${' '.repeat('warning'.length + width + 4)}→ ${finding.remedy}`]),
    ])
    .join('\n');
};

/** Connections of checks that took too long are not waited for, in ms. */
const GRACE = 1000;

/** `doctor` */
export const addDoctorCommand = (program: Command): void => {
  program
    .command('doctor')
    .description('check settings, servers, secrets, clocks, disks, fonts and programs, and say what to do')
    .option('--json', 'print one line of JSON per check')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig(process.env);
      if (E.isRight(config)) becomeOwner(config.right.dataDir);
      const findings = await examine(process.env);
      if (json)
        for (const { _tag: outcome, ...finding } of findings)
          console.log(JSON.stringify({ ...finding, outcome }));
      else console.log(tableOf(findings));
      if (findings.some(({ _tag }) => _tag === 'failed')) process.exitCode = 1;
      setTimeout(() => process.exit(), GRACE).unref();
    });
};
