import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { CommandContext } from '../../../application/commands/handle-command.js';
import { type ConnectedConfig, readConfig, requireServers } from '../../platform/config.js';
import { findRun, withRunningServers } from '../../machine/supervisor/run-file.js';
import { postgresQueries } from '../../postgres/queries/queries.js';
import { randomIds } from '../../platform/random-ids.js';
import type { Problem } from '../../http/contract/problem.js';
import { problemResponse } from '../../http/contract/problem-responses.js';
import { connectWriteSide } from '../../processes/parts/write-side.js';

const orExplain = <A>(read: E.Either<ReadonlyArray<string>, A>, hint = ''): A => {
  if (E.isRight(read)) return read.right;
  throw new Error([...read.left, hint].filter((line) => line !== '').join('\n'));
};

export interface SessionOptions {
  /**
   * Whether the read models may belong to another event store than the configured one. No service can run on them then.
   */
  readonly allowAnyStore?: boolean;
  /** Whether DATA_DIR may be empty; the servers are created there then. */
  readonly mayBeNew?: boolean;
}

const connect = async (config: ConnectedConfig, options: SessionOptions) => {
  const writing = await connectWriteSide(config, { ...options, toleratesSilence: true });
  const context: CommandContext = { actor: { type: 'admin' }, requestId: randomIds.uuid() };
  const run = await findRun(config.dataDir);
  return { ...writing, config, run, queries: postgresQueries(writing.database), context };
};

/** A connection to the running service for admin commands. */
export type AdminSession = Awaited<ReturnType<typeof connect>>;

/** Identifies this program in a command line. */
const MARKER = join('cli', 'admin');

/**
 * Runs the work on the configured servers or on those of the running service. If none runs, starts the servers of
 * DATA_DIR.
 */
export const withServers = async <A>(
  work: (config: ConnectedConfig) => Promise<A>,
  options: Pick<SessionOptions, 'mayBeNew'> = {},
): Promise<A> => {
  const configured = orExplain(readConfig(process.env));
  const found = requireServers(await withRunningServers(configured));
  if (E.isRight(found)) return work(found.right);
  const { withTemporaryServers } = await import('../../machine/supervisor/temporary-servers.js');
  return withTemporaryServers(configured, MARKER, work, options);
};

/** The configured servers, or the servers of the running service. */
const runningServers = async (): Promise<ConnectedConfig> =>
  orExplain(
    requireServers(await withRunningServers(orExplain(readConfig(process.env)))),
    'No service is running on this DATA_DIR. Start it, or set the addresses of its servers.',
  );

const onSession = async <A>(
  config: ConnectedConfig,
  options: SessionOptions,
  work: (session: AdminSession) => Promise<A>,
): Promise<A> => {
  const session = await connect(config, options);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
};

/** Runs the work on the running service if the environment or DATA_DIR names it; otherwise returns undefined. */
export const withServiceIfFound = async <A>(
  work: (session: AdminSession) => Promise<A>,
): Promise<A | undefined> => {
  const configured = readConfig(process.env);
  const found = E.isRight(configured)
    ? requireServers(await withRunningServers(configured.right))
    : configured;
  return E.isRight(found) ? onSession(found.right, {}, work) : undefined;
};

/** Runs the work on the running service, whose servers are found through the environment or DATA_DIR. */
export const withService = async (
  work: (session: AdminSession) => Promise<void>,
  options: SessionOptions = {},
): Promise<void> => {
  const onServers = (config: ConnectedConfig): Promise<void> => onSession(config, options, work);
  if (options.allowAnyStore) await withServers(onServers, options);
  else await onServers(await runningServers());
};

/** The result of a use case or query. A refusal or fault ends the command with an error message. */
export const resultOrExit = async <A>(task: TaskEither<Problem, A>): Promise<A> => {
  const response = await task();
  if (E.isRight(response)) return response.right;
  const { status, message } = problemResponse(response.left);
  const { _tag, ...details } = response.left;
  // An operator is told what clients are not: the details of a fault.
  throw new Error(status < 500 ? message.join('\n') : `${_tag} ${JSON.stringify(details)}`);
};

/** Prints a result as one line of JSON, or as columns. */
export const print = (
  rows: ReadonlyArray<Readonly<Record<string, unknown>>>,
  json: boolean | undefined,
): void => {
  if (json) for (const row of rows) console.log(JSON.stringify(row));
  else if (rows.length === 0) console.log('none');
  else console.table(rows);
};
