import * as E from 'fp-ts/lib/Either.js';
import { type Config, type ConnectedConfig, readConfig, requireServers } from '../../platform/config.js';

const rightOrExit = <A>(result: E.Either<ReadonlyArray<string>, A>): A => {
  if (E.isRight(result)) return result.right;
  for (const problem of result.left) console.error(problem);
  return process.exit(1);
};

/** The configuration from the environment. If it is invalid, ends the process with one line per problem. */
export const configOrExit = (): Config => rightOrExit(readConfig(process.env));

/** Like `configOrExit`, but requires the addresses of all three servers. */
export const connectedConfigOrExit = (): ConnectedConfig => rightOrExit(requireServers(configOrExit()));
