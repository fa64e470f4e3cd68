/** Processes of the service as they run in production, on the servers of a service under test. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';
import { endChild } from '../processes/end-child.js';
import { codeFile, NODE_OPTIONS } from '../processes/programs.js';
import type { Service } from './service.js';

export interface ServiceProcess {
  readonly pid: number;
  /** The first message it sent. */
  readonly greeting: { readonly listening?: number };
  /** The end of its log and output so far. */
  readonly output: () => string;
  /** SIGKILL. */
  readonly kill: () => Promise<void>;
  /** SIGTERM; returns the exit code. */
  readonly stop: () => Promise<number | null>;
}

const OUTPUT_KEPT = 4_000_000;

/**
 * Starts `infrastructure/processes/{name}`, from the code of the test or from the build of the service, and waits until it is ready;
 * `within` may run it through another program.
 */
export const startServiceProcess = async (
  name: 'api' | 'projector' | 'webhooks' | 'worker',
  {
    databaseUrl,
    node,
    dataDir,
  }: Pick<Service, 'databaseUrl' | 'dataDir'> & { readonly node: Pick<Service['node'], 'connectionString'> },
  settings: Readonly<Record<string, string>> = {},
  from: 'test' | 'build' = 'test',
  within: (command: ReadonlyArray<string>) => ReadonlyArray<string> = (command) => command,
): Promise<ServiceProcess> => {
  const program = `infrastructure/processes/${name}`;
  const file = from === 'test' ? codeFile(program) : join(packageRoot, `dist/${program}.js`);
  const [execPath = process.execPath, ...execArgv] = within([
    process.execPath,
    ...(from === 'test' ? NODE_OPTIONS : []),
  ]);
  const child = fork(file, {
    execPath,
    execArgv,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      EVENTSTORE_URL: node.connectionString,
      NATS_URL: 'nats://127.0.0.1:4222',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-OUTPUT_KEPT)));
  const greeting = await new Promise<ServiceProcess['greeting']>((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${String(code)}: ${output}`)));
  });
  return {
    pid: child.pid ?? -1,
    greeting,
    output: () => output,
    kill: async () => void (await endChild(child, 'SIGKILL')),
    stop: () => endChild(child, 'SIGTERM'),
  };
};
