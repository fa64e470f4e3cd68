import { tmpdir } from 'node:os';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { connectToEventStore } from '../../eventstore/client.js';
import { becomeOwner } from '../../machine/supervisor/leave-root.js';
import { withRunningServers } from '../../machine/supervisor/run-file.js';
import { type Config, type Environment, readConfig } from '../../platform/config.js';
import { apiAddress } from '../../rendering/openai/ask-server.js';
import { openDatabase } from '../../postgres/connection/database.js';
import { type DoctorCheck, check, type Finding, warned } from './doctor/check.js';
import {
  addressCheck,
  credentialsCheck,
  diskCheck,
  objectStoreCheck,
  programsCheck,
  sandboxCheck,
  settingsCheck,
} from './doctor/machine.js';
import {
  clockCheck,
  eventStoreCheck,
  historyCheck,
  natsCheck,
  postgresCheck,
  projectionsCheck,
  serviceKeyCheck,
} from './doctor/servers.js';

/** A server without an address is the embedded one, which runs only while the service does. */
const notRunning = (name: string): DoctorCheck => {
  const remedy = 'Start the service (npm start), or set the addresses of its servers.';
  return check(name, remedy, () => warned('embedded, and no service is running on this DATA_DIR', remedy));
};

/** The connections of the checks. */
const openStores = ({ eventStoreUrl, databaseUrl }: Config) => {
  const database = databaseUrl === undefined ? undefined : openDatabase({ url: databaseUrl });
  const store = eventStoreUrl === undefined ? undefined : connectToEventStore(eventStoreUrl);
  return {
    database,
    client: store?.client,
    close: () => Promise.allSettled([database?.destroy(), store?.close()]),
  };
};

const serverChecks = (
  config: Config,
  { database, client }: ReturnType<typeof openStores>,
): ReadonlyArray<DoctorCheck> => {
  const { eventStoreUrl, databaseUrl, natsUrl } = config;
  return [
    eventStoreUrl === undefined ? notRunning('EventStoreDB') : eventStoreCheck(eventStoreUrl),
    databaseUrl && database ? postgresCheck(databaseUrl, database) : notRunning('PostgreSQL'),
    natsUrl === undefined ? notRunning('NATS') : natsCheck(natsUrl),
    ...(database ? [serviceKeyCheck(config, database)] : []),
    ...(database ? [historyCheck(database), clockCheck(database)] : []),
    ...(database && client ? [projectionsCheck(database, client)] : []),
  ];
};

/** The servers of other kinds that settings name. */
const addressChecks = (config: Config): ReadonlyArray<DoctorCheck> => {
  const { transcriberUrl, transcriberApiKey, speechUrl, speechKey, tracesEndpoint } = config;
  // Not every server has an address for its models, so a 404 is an answer, too.
  const models = (url: string): string => `${apiAddress(url)}/models`;
  const traces = (url: string): string => `${url}/v1/traces`;
  return [
    ['transcriber', 'TRANSCRIBER_URL', transcriberUrl, models, transcriberApiKey] as const,
    ['speech', 'SPEECH_URL', speechUrl, models, speechKey] as const,
    ['traces', 'OTEL_EXPORTER_OTLP_ENDPOINT', tracesEndpoint, traces, undefined] as const,
  ].flatMap(([name, setting, url, addressOf, key]) =>
    url === undefined
      ? []
      : [addressCheck(name, { setting, address: addressOf(url), ...(key === undefined ? {} : { key }) })],
  );
};

/** Runs all checks. That of the sandbox runs alone: it starts programs, and beside it other checks would time out. */
export const examine = async (environment: Environment): Promise<ReadonlyArray<Finding>> => {
  const findings: Finding[] = [];
  for (const run of [settingsCheck(environment), sandboxCheck, programsCheck()]) findings.push(await run());
  const read = readConfig(environment);
  if (E.isLeft(read)) return findings;
  const config = await withRunningServers(read.right);
  const stores = openStores(config);
  const others = [
    diskCheck('DATA_DIR', config.dataDir),
    diskCheck('temporary files', tmpdir()),
    objectStoreCheck(config),
    credentialsCheck(config),
    ...addressChecks(config),
    ...serverChecks(config, stores),
  ];
  findings.push(...(await Promise.all(others.map((run) => run()))));
  void stores.close(); // a check that took too long may still use them
  return findings;
};

/** The findings as a table, with the remedies below their rows. */
export const checkTable = (findings: ReadonlyArray<Finding>): string => {
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
      else console.log(checkTable(findings));
      if (findings.some(({ _tag }) => _tag === 'failed')) process.exitCode = 1;
      setTimeout(() => process.exit(), GRACE).unref();
    });
};
