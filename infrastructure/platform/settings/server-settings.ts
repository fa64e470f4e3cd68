import { optional, setting } from './setting.js';
import {
  baseAddress,
  folder,
  longSecret,
  objectStoreAddress,
  oneWordOf,
  printableText,
  serverAddress,
  wholeNumber,
  yesOrNo,
} from './setting-codecs.js';

/** The servers, storage and secrets that all processes share. */
export const serverSettings = {
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
    'Where outputs are stored: file:FOLDER or s3://BUCKET/PREFIX. Default: file: and DATA_DIR.',
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
    'Access key of the S3 store. Unset: what the AWS SDK finds, such as AWS_ACCESS_KEY_ID or the role of the machine.',
  ),
  s3SecretAccessKey: optional('S3_SECRET_ACCESS_KEY', printableText, 'Secret of that access key.'),
  s3PathStyle: setting(
    'S3_PATH_STYLE',
    yesOrNo,
    'false',
    'Whether the bucket is in the path of S3 addresses, not in the host name. Most stores other than Amazon need true.',
  ),
  outputUrls: setting(
    'OUTPUT_URLS',
    oneWordOf('proxy', 'presigned'),
    'proxy',
    'How clients get outputs from an S3 store: through the API (proxy), or by redirection to a signed URL of the store (presigned).',
  ),
  serviceKey: optional(
    'SERVICE_KEY',
    longSecret,
    'Secret that encrypts secrets in the database, the same for all processes. Unset: secrets are in DATA_DIR, which all processes must share.',
  ),
  retentionDays: setting(
    'RETENTION_DAYS',
    wholeNumber(0, 36_500),
    '0',
    'Days after which outputs are deleted; 0 keeps them.',
  ),
  pinSources: setting(
    'PIN_SOURCES',
    oneWordOf('none', '30d', 'forever'),
    '30d',
    'How long copies of sources are kept after their last use, to replay renders.',
  ),
  logCheckpointSeconds: setting(
    'LOG_CHECKPOINT_SECONDS',
    wholeNumber(1, 600),
    '60',
    'How often a checkpoint of the log is signed while events come in.',
  ),
};
