import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { TextCodec } from './setting-codecs.js';
import {
  accountName,
  baseAddress,
  file,
  folder,
  hostList,
  hostToListenOn,
  messageOf,
  oneOf,
  originList,
  printableText,
  serverAddress,
  wholeNumber,
  yesOrNo,
} from './setting-codecs.js';

interface Setting<A> {
  readonly variable: string;
  readonly meaning: string;
  readonly read: (text: string | undefined) => E.Either<string, A>;
  readonly write: (value: A) => string | undefined;
}

/** A setting that has a value in any case: `fallback`, written as it would stand in the environment, when unset. */
const setting = <A>(
  variable: string,
  codec: TextCodec<A>,
  fallback: string,
  meaning: string,
): Setting<A> => ({
  variable,
  meaning: `${meaning} Default: ${fallback === '' ? 'none' : fallback}.`,
  read: (text) => decodeText(codec, text ?? fallback),
  write: codec.encode,
});

/** A setting that may be left unset. */
const optional = <A>(variable: string, codec: TextCodec<A>, meaning: string): Setting<A | undefined> => ({
  variable,
  meaning,
  read: (text) => (text === undefined ? E.right(undefined) : decodeText(codec, text)),
  write: (value) => (value === undefined ? undefined : codec.encode(value)),
});

const decodeText = <A>(codec: TextCodec<A>, text: string): E.Either<string, A> => {
  const result = codec.decode(text);
  return E.isLeft(result) ? E.left(messageOf(result)) : result;
};

const GiB = 1024 ** 3;
const bytes = wholeNumber(0, 2 ** 50 - 1);

/** Every setting there is: one line each. A message about a wrong one never repeats its text, which may be a secret. */
const settings = {
  eventStoreUrl: optional(
    'EVENTSTORE_URL',
    serverAddress('esdb', 'esdb+discover'),
    'Address of EventStoreDB. Unset: npm start brings up an embedded node.',
  ),
  databaseUrl: optional(
    'DATABASE_URL',
    serverAddress('postgres', 'postgresql'),
    'Address of PostgreSQL. Unset: npm start brings up an embedded server.',
  ),
  natsUrl: optional(
    'NATS_URL',
    serverAddress('nats', 'tls'),
    'Address of NATS with JetStream. Unset: npm start brings up an embedded server.',
  ),
  dataDir: setting('DATA_DIR', folder, '.data', 'Folder of outputs, embedded servers, logs and secrets.'),
  runAs: optional(
    'RUN_AS',
    accountName,
    'Account that npm start uses when root starts it; root keeps root. Unset: the owner of DATA_DIR, or framewright.',
  ),
  port: setting('PORT', wholeNumber(0, 65535), '8080', 'HTTP port; 0 takes a free one.'),
  host: setting('HOST', hostToListenOn, '127.0.0.1', 'Address the HTTP server listens on.'),
  publicBaseUrl: optional(
    'PUBLIC_BASE_URL',
    baseAddress,
    'Address clients reach the service at. Default: http://localhost:PORT.',
  ),
  allowedPrivateHosts: setting(
    'ALLOWED_PRIVATE_HOSTS',
    hostList,
    '',
    'Comma list of hosts or CIDR ranges open to assets and webhooks although not publicly routable.',
  ),
  assetMaxBytes: setting('ASSET_MAX_BYTES', bytes, `${2 * GiB}`, 'The most one clip source may hold.'),
  assetMinBytesPerSecond: setting(
    'ASSET_MIN_BYTES_PER_SECOND',
    wholeNumber(0, 2 ** 30),
    '8192',
    'The least that a clip source must send, measured over 20 s; 0 asks for nothing.',
  ),
  renderMaxAssetBytes: setting(
    'RENDER_MAX_ASSET_BYTES',
    bytes,
    `${10 * GiB}`,
    'The most all clip sources of one render may hold together.',
  ),
  renderMaxFetchSeconds: setting(
    'RENDER_MAX_FETCH_SECONDS',
    wholeNumber(1, 86_400),
    '600',
    'How long fetching all clip sources of one render may take, all retries together.',
  ),
  renderMaxSeconds: setting(
    'RENDER_MAX_SECONDS',
    wholeNumber(1, 604_800),
    '21600',
    'How long one render may take once its sources are fetched.',
  ),
  fetchConcurrency: setting(
    'FETCH_CONCURRENCY',
    wholeNumber(1, 1000),
    '8',
    'For how many renders a worker fetches clip sources at once, while it renders one.',
  ),
  ownerMaxRendersUnderWay: setting(
    'OWNER_MAX_RENDERS_UNDER_WAY',
    wholeNumber(1, 100_000),
    '4',
    'How many renders of one owner workers may have at once; fewer than they have places for leaves room for others.',
  ),
  ownerMaxPendingRenders: setting(
    'OWNER_MAX_PENDING_RENDERS',
    wholeNumber(1, 10_000_000),
    '1000',
    'How many renders of one owner may be pending; a request for more is answered with 429.',
  ),
  assetCacheBytes: setting(
    'ASSET_CACHE_BYTES',
    bytes,
    `${20 * GiB}`,
    'How much of the sources is kept between renders, in DATA_DIR/cache; 0 keeps nothing.',
  ),
  logCheckpointSeconds: setting(
    'LOG_CHECKPOINT_SECONDS',
    wholeNumber(1, 600),
    '60',
    'How often a checkpoint of the log of all events is signed while events come in.',
  ),
  heartbeatFile: optional('HEARTBEAT_FILE', file, 'A file renewed every few seconds, for health checks.'),
  corsOrigins: setting(
    'CORS_ORIGINS',
    originList,
    '',
    'Comma list of origins whose web pages may use the API with an editor token; * for all.',
  ),
  corsApiKeys: setting(
    'CORS_API_KEYS',
    yesOrNo,
    'false',
    'Whether those pages may send API keys too, which everyone who opens such a page can then read.',
  ),
  drainMs: setting(
    'DRAIN_MS',
    wholeNumber(0, 60_000),
    '1000',
    'How long an API process that is to end still serves, while /readyz says no to balancers.',
  ),
  transcriberUrl: optional(
    'TRANSCRIBER_URL',
    baseAddress,
    'Base address of a server with an OpenAI-compatible /v1/audio/transcriptions. Unset: pocketsphinx.',
  ),
  transcriberApiKey: optional('TRANSCRIBER_API_KEY', printableText, 'Bearer token for that server.'),
  transcriberModel: setting('TRANSCRIBER_MODEL', printableText, 'whisper-1', 'Model that server is to use.'),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'Least severe level that is logged.',
  ),
};

type Settings = typeof settings;
type Values = { readonly [Name in keyof Settings]: Settings[Name] extends Setting<infer A> ? A : never };

/** The service's configuration: every setting read and checked, defaults filled in. */
export interface Config extends Values {
  readonly publicBaseUrl: string;
}

/** A configuration that has the addresses of all three servers, as every process but `npm start` needs. */
export interface ConnectedConfig extends Config {
  readonly eventStoreUrl: string;
  readonly databaseUrl: string;
  readonly natsUrl: string;
}

/** Environment variables by name, as `process.env`; an empty one counts as unset, as docker compose passes it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The names and meanings of all environment variables the service reads, for help texts and checks. */
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
 * @returns the configuration, or every problem at once, each naming its variable
 */
export const readConfig = (environment: Environment): E.Either<ReadonlyArray<string>, Config> => {
  const result = ConfigFromEnvironment.decode(environment);
  return E.isLeft(result) ? E.left(result.left.map(({ message }) => message ?? 'is not valid')) : result;
};

/** The environment variables that give this configuration, to be handed to a child process. */
export const writeConfig = (config: Config): Environment => ConfigFromEnvironment.encode(config);

/**
 * Asks for the addresses of the three servers, which only `npm start` may do without.
 * @returns the same configuration, or one problem for each address that is missing
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
