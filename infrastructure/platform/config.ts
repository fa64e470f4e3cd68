import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Setting } from './settings/setting.js';
import { settings } from './settings/settings.js';

type Settings = typeof settings;
type Values = { readonly [Name in keyof Settings]: Settings[Name] extends Setting<infer A> ? A : never };

/** The configuration of the service: every setting validated, defaults filled in. */
export interface Config extends Values {
  readonly publicBaseUrl: string;
}

/** A configuration with the addresses of all three servers, which every process except `npm start` requires. */
export interface ConnectedConfig extends Config {
  readonly eventStoreUrl: string;
  readonly databaseUrl: string;
  readonly natsUrl: string;
}

/**
 * Environment variables by name, like `process.env`. An empty value counts as unset, because docker compose passes
 * unset variables that way.
 */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The names and meanings of all environment variables, for help texts and checks. */
export const settingsReference: ReadonlyArray<{ readonly variable: string; readonly meaning: string }> =
  Object.values(settings).map(({ variable, meaning }) => ({ variable, meaning }));

const entries = Object.entries(settings) as unknown as ReadonlyArray<
  readonly [keyof Settings, Setting<unknown>]
>;

const ConfigFromEnvironment: t.Type<Config, Environment, Environment> = new t.Type(
  'Config',
  (value): value is Config => typeof value === 'object' && value !== null && 'dataDir' in value,
  (environment, context) => {
    const read = entries.map(([name, { variable, read }]) => {
      const text = environment[variable]?.trim();
      return { name, variable, result: read(text === '' ? undefined : text) };
    });
    const problems = read.flatMap(({ variable, result }) =>
      E.isLeft(result) ? [{ value: undefined, context, message: `${variable} ${result.left}` }] : [],
    );
    if (problems.length > 0) return t.failures(problems);
    const values = Object.fromEntries(
      read.flatMap(({ name, result }) => (E.isRight(result) ? [[name, result.right]] : [])),
    ) as unknown as Values;
    return t.success({
      ...values,
      publicBaseUrl: values.publicBaseUrl ?? `http://localhost:${values.port}`,
    });
  },
  (config) =>
    Object.fromEntries(entries.map(([name, { variable, write }]) => [variable, write(config[name])])),
);

/**
 * Reads the configuration from environment variables.
 * @returns the configuration, or all problems at once, each naming its variable
 */
export const readConfig = (environment: Environment): E.Either<ReadonlyArray<string>, Config> => {
  const result = ConfigFromEnvironment.decode(environment);
  return E.isLeft(result) ? E.left(result.left.map(({ message }) => message ?? 'is not valid')) : result;
};

/** The environment variables of this configuration, for a child process. */
export const writeConfig = (config: Config): Environment => ConfigFromEnvironment.encode(config);

/**
 * Requires the addresses of the three servers, which only `npm start` can do without.
 * @returns the same configuration, or one problem per missing address
 */
export const requireServers = (config: Config): E.Either<ReadonlyArray<string>, ConnectedConfig> => {
  const { eventStoreUrl, databaseUrl, natsUrl } = config;
  if (eventStoreUrl !== undefined && databaseUrl !== undefined && natsUrl !== undefined) {
    return E.right({ ...config, eventStoreUrl, databaseUrl, natsUrl });
  }
  const missing = (['eventStoreUrl', 'databaseUrl', 'natsUrl'] as const).filter(
    (name) => config[name] === undefined,
  );
  return E.left(missing.map((name) => `${settings[name].variable} must be set`));
};
