import * as E from 'fp-ts/lib/Either.js';
import type { TextCodec } from './setting-codecs.js';
import {
  accountName,
  baseAddress,
  file,
  folder,
  hostList,
  hostToListenOn,
  longSecret,
  messageOf,
  objectStoreAddress,
  oneOf,
  originList,
  printableText,
  serverAddress,
  wholeNumber,
  yesOrNo,
} from './setting-codecs.js';

/** One setting: its environment variable, and how its text is read and written. */
export interface Setting<A> {
  readonly variable: string;
  readonly meaning: string;
  readonly read: (text: string | undefined) => E.Either<string, A>;
  readonly write: (value: A) => string | undefined;
}

/** A setting that always has a value: `fallback`, in its environment form, if unset. */
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

/** An optional setting. */
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

/** All settings. An error message never repeats the text of a setting, which may be a secret. */
export const settings = {
  eventStoreUrl: optional(
    'EVENTSTORE_URL',
    serverAddress('esdb', 'esdb+discover'),
    'Address of EventStoreDB. Unset: npm start runs an embedded node.',
  ),
  databaseUrl: optional(
    'DATABASE_URL',
    serverAddress('postgres', 'postgresql'),
    'Address of PostgreSQL. Unset: npm start runs an embedded server.',
  ),
  natsUrl: optional(
    'NATS_URL',
    serverAddress('nats', 'tls'),
    'Address of NATS with JetStream. Unset: npm start runs an embedded server.',
  ),
  dataDir: setting(
    'DATA_DIR',
    folder,
    '.data',
    'Folder of outputs, embedded servers, caches, logs and secrets.',
  ),
  objectStore: optional(
    'OBJECT_STORE',
    objectStoreAddress,
    'Where outputs are stored: file:FOLDER, or s3://BUCKET/PREFIX in a store compatible with Amazon S3. Default: file: and DATA_DIR.',
  ),
  s3Endpoint: optional(
    'S3_ENDPOINT',
    baseAddress,
    'Base address of the S3 store. Unset: that of Amazon S3 in S3_REGION.',
  ),
  s3Region: setting('S3_REGION', printableText, 'us-east-1', 'Region of the S3 store.'),
  s3AccessKeyId: optional(
    'S3_ACCESS_KEY_ID',
    printableText,
    'Access key of the S3 store. Unset: the standard sources of the AWS SDK, such as AWS_ACCESS_KEY_ID or the role of the machine.',
  ),
  s3SecretAccessKey: optional('S3_SECRET_ACCESS_KEY', printableText, 'Secret of that access key.'),
  s3PathStyle: setting(
    'S3_PATH_STYLE',
    yesOrNo,
    'false',
    'Whether the bucket is in the path of S3 addresses, not in the host name, as most stores other than Amazon require.',
  ),
  outputUrls: setting(
    'OUTPUT_URLS',
    oneOf('proxy', 'presigned'),
    'proxy',
    'How clients get outputs from an S3 store: through the API, or by a redirection to a signed URL of the store.',
  ),
  serviceKey: optional(
    'SERVICE_KEY',
    longSecret,
    'Secret that all processes share; it encrypts secrets in the database. Unset: the secrets are in DATA_DIR, which the processes must share then.',
  ),
  retentionDays: setting(
    'RETENTION_DAYS',
    wholeNumber(0, 36_500),
    '0',
    'Number of days after which outputs are deleted; 0 keeps them.',
  ),
  runAs: optional(
    'RUN_AS',
    accountName,
    'Account that npm start switches to when started by root; root keeps root. Unset: the owner of DATA_DIR, or framewright.',
  ),
  port: setting('PORT', wholeNumber(0, 65535), '8080', 'HTTP port; 0 picks a free port.'),
  host: setting('HOST', hostToListenOn, '127.0.0.1', 'Address the HTTP server listens on.'),
  publicBaseUrl: optional(
    'PUBLIC_BASE_URL',
    baseAddress,
    'Base address of the service as clients see it. Default: http://localhost:PORT.',
  ),
  allowedPrivateHosts: setting(
    'ALLOWED_PRIVATE_HOSTS',
    hostList,
    '',
    'Comma-separated hosts and CIDR ranges that sources and webhooks may use although they are not publicly routable.',
  ),
  assetMaxBytes: setting('ASSET_MAX_BYTES', bytes, `${2 * GiB}`, 'Maximum size of one clip source.'),
  assetMinBytesPerSecond: setting(
    'ASSET_MIN_BYTES_PER_SECOND',
    wholeNumber(0, 2 ** 30),
    '8192',
    'Minimum transfer rate of a clip source, measured over 20 s; 0 disables the check.',
  ),
  renderMaxAssetBytes: setting(
    'RENDER_MAX_ASSET_BYTES',
    bytes,
    `${10 * GiB}`,
    'Maximum total size of the sources of one render.',
  ),
  renderMaxFetchSeconds: setting(
    'RENDER_MAX_FETCH_SECONDS',
    wholeNumber(1, 86_400),
    '600',
    'Time limit for fetching all sources of one render, including retries.',
  ),
  renderMaxSeconds: setting(
    'RENDER_MAX_SECONDS',
    wholeNumber(1, 604_800),
    '21600',
    'Time limit for one render once its sources are fetched.',
  ),
  fetchConcurrency: setting(
    'FETCH_CONCURRENCY',
    wholeNumber(1, 1000),
    '8',
    'Number of renders a worker fetches sources for at once, while it renders one.',
  ),
  metricsPort: optional(
    'METRICS_PORT',
    wholeNumber(0, 65_535),
    'Port on which a projector, worker or webhook process that runs by itself serves /metrics and /healthz. Unset: none.',
  ),
  renderConcurrency: optional(
    'RENDER_CONCURRENCY',
    wholeNumber(1, 64),
    'Number of renders that use the processor of a worker at once. Default: one for every 8 cores and 4 GiB, at least one.',
  ),
  ownerMaxRendersUnderWay: setting(
    'OWNER_MAX_RENDERS_UNDER_WAY',
    wholeNumber(1, 100_000),
    '4',
    'Maximum number of renders of one owner that workers have at once. Keep it below the total of all workers.',
  ),
  ownerMaxPendingRenders: setting(
    'OWNER_MAX_PENDING_RENDERS',
    wholeNumber(1, 10_000_000),
    '1000',
    'Maximum number of pending renders of one owner; a further request gets 429.',
  ),
  assetCacheBytes: setting(
    'ASSET_CACHE_BYTES',
    bytes,
    `${20 * GiB}`,
    'Size of the cache of sources kept between renders, in DATA_DIR/cache; 0 disables it.',
  ),
  maxVerifyBytes: setting(
    'MAX_VERIFY_BYTES',
    bytes,
    `${2 * GiB}`,
    'Maximum size of a file sent to POST /v1/verify.',
  ),
  contentCredentials: setting(
    'CONTENT_CREDENTIALS',
    oneOf('on', 'off'),
    'on',
    'Whether outputs carry a signed C2PA manifest.',
  ),
  credentialsCertificate: optional(
    'CONTENT_CREDENTIALS_CERTIFICATE',
    file,
    'PEM file with the certificate that signs manifests, followed by those that issued it. Unset: a test certificate in DATA_DIR.',
  ),
  credentialsKey: optional(
    'CONTENT_CREDENTIALS_KEY',
    file,
    'PEM file with the private key of that certificate: Ed25519, P-256 or P-384.',
  ),
  pieceCacheBytes: setting(
    'PIECE_CACHE_BYTES',
    bytes,
    `${10 * GiB}`,
    'Size of the cache of rendered pieces and outputs kept for later renders, in DATA_DIR/cache; 0 disables it.',
  ),
  pieceCacheShared: setting(
    'PIECE_CACHE_SHARED',
    yesOrNo,
    'false',
    'Whether renders of one owner may use what renders of another made.',
  ),
  logCheckpointSeconds: setting(
    'LOG_CHECKPOINT_SECONDS',
    wholeNumber(1, 600),
    '60',
    'How often a checkpoint of the log of all events is signed while events come in.',
  ),
  heartbeatFile: optional(
    'HEARTBEAT_FILE',
    file,
    'File that the process updates every few seconds, for health checks.',
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    originList,
    '',
    'Comma-separated origins whose web pages may use the API with an editor token; * allows all.',
  ),
  corsApiKeys: setting(
    'CORS_API_KEYS',
    yesOrNo,
    'false',
    'Whether those pages may also send API keys, which everyone who opens such a page can read.',
  ),
  drainMs: setting(
    'DRAIN_MS',
    wholeNumber(0, 60_000),
    '1000',
    'How long a stopping API process keeps serving while /readyz answers 503.',
  ),
  transcriberUrl: optional(
    'TRANSCRIBER_URL',
    baseAddress,
    'Base address of a server with an OpenAI-compatible /v1/audio/transcriptions. Unset: pocketsphinx.',
  ),
  transcriberApiKey: optional('TRANSCRIBER_API_KEY', printableText, 'Bearer token for that server.'),
  transcriberModel: setting('TRANSCRIBER_MODEL', printableText, 'whisper-1', 'Model that server uses.'),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'Lowest level that is logged.',
  ),
};
