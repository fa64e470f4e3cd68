import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { CommandContext } from '../../../application/commands/handle-command.js';
import { type ConnectedConfig, readConfig, requireServers } from '../../platform/config.js';
import { withRestingServers } from '../../machine/supervisor/resting-servers.js';
import { findRun, withRunningServers } from '../../machine/supervisor/run-file.js';
import { postgresQueries } from '../../postgres/queries/queries.js';
import { randomIds } from '../../platform/random-ids.js';
import { connectWriteSide } from '../../processes/parts/write-side.js';

const orExplain = <A>(read: E.Either<ReadonlyArray<string>, A>, hint = ''): A => {
  if (E.isRight(read)) return read.right;
  throw new Error([...read.left, hint].filter((line) => line !== '').join('\n'));
};

export interface SessionOptions {
  /** The read models may belong to another event store than the one at hand, so that no service can run on them. */
  readonly ofAnyStore?: boolean;
}

const connect = async (config: ConnectedConfig, options: SessionOptions) => {
  const writing = await connectWriteSide(config, options);
  const context: CommandContext = { actor: { type: 'admin' }, requestId: randomIds.uuid() };
  const run = await findRun(config.dataDir);
  return { ...writing, config, run, queries: postgresQueries(writing.database), context };
};

/** The running service, as a command of the admin command line works on it. */
export type AdminSession = Awaited<ReturnType<typeof connect>>;

/** A part of the command line of this program. */
const MARKER = join('cli', 'admin');

/** Does work on the servers of the environment or of the running service; without a service, those of DATA_DIR start. */
export const withServers = async <A>(work: (config: ConnectedConfig) => Promise<A>): Promise<A> => {
  const given = orExplain(readConfig(process.env));
  const found = requireServers(await withRunningServers(given));
  return E.isRight(found) ? work(found.right) : withRestingServers(given, MARKER, work);
};

/** The servers of the environment or of the running service. */
const runningServers = async (): Promise<ConnectedConfig> =>
  orExplain(
    requireServers(await withRunningServers(orExplain(readConfig(process.env)))),
    'No service runs on this DATA_DIR: start it, or give the addresses of its servers.',
  );

/** Does the work on the running service, whose servers are found by the environment or by DATA_DIR. */
export const withService = async (
  work: (session: AdminSession) => Promise<void>,
  options: SessionOptions = {},
): Promise<void> => {
  const onServers = async (config: ConnectedConfig): Promise<void> => {
    const session = await connect(config, options);
    try {
      await work(session);
    } finally {
      await session.close();
    }
  };
  if (options.ofAnyStore) await withServers(onServers);
  else await onServers(await runningServers());
};

/** What a use case or a query answers; a refusal or fault ends the command with an explanation. */
export const answerOf = async <A>(asked: TaskEither<{ readonly _tag: string }, A>): Promise<A> => {
  const answer = await asked();
  if (E.isRight(answer)) return answer.right;
  const { _tag, ...details } = answer.left;
  throw new Error(`${_tag} ${JSON.stringify(details)}`);
};

/** Prints a result: as one line of JSON, or as columns for people. */
export const print = (
  rows: ReadonlyArray<Readonly<Record<string, unknown>>>,
  json: boolean | undefined,
): void => {
  if (json) for (const row of rows) console.log(JSON.stringify(row));
  else if (rows.length === 0) console.log('none');
  else console.table(rows);
};
