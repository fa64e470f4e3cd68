import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { resolve } from 'node:path';
import type { Config, Environment } from '../../../infrastructure/platform/config.js';
import {
  readConfig,
  requireServers,
  settingsReference,
  writeConfig,
} from '../../../infrastructure/platform/config.js';

const configFrom = (environment: Environment): Config => {
  const result = readConfig(environment);
  if (E.isLeft(result)) throw new Error(result.left.join('\n'));
  return result.right;
};

const problemsOf = (environment: Environment): ReadonlyArray<string> => {
  const result = readConfig(environment);
  return E.isLeft(result) ? result.left : [];
};

describe('configuration', () => {
  it('has a default for every setting, except the server addresses', () => {
    expect(configFrom({})).to.include({
      eventStoreUrl: undefined,
      databaseUrl: undefined,
      natsUrl: undefined,
      dataDir: resolve('.data'),
      port: 8080,
      host: '127.0.0.1',
      publicBaseUrl: 'http://localhost:8080',
      logLevel: 'info',
      assetMaxBytes: 2_147_483_648,
      speechUrl: undefined,
      speechModel: 'tts-1',
      transcriberUrl: undefined,
      transcriberModel: 'whisper-1',
      assetMinBytesPerSecond: 8192,
      renderMaxFetchSeconds: 600,
      renderMaxSeconds: 21_600,
      fetchConcurrency: 8,
      renderConcurrency: undefined,
      metricsPort: undefined,
      ownerMaxRendersUnderWay: 4,
      ownerMaxPendingRenders: 1000,
      renderMaxAssetBytes: 10_737_418_240,
      assetCacheBytes: 21_474_836_480,
      objectStore: undefined,
      s3Endpoint: undefined,
      s3Region: 'us-east-1',
      s3PathStyle: false,
      outputUrls: 'proxy',
      serviceKey: undefined,
      retentionDays: 0,
      pieceCacheBytes: 10_737_418_240,
      frameCacheBytes: 1_073_741_824,
      pieceCacheShared: false,
      renderQuality: 'balanced',
      copyStretches: 'auto',
      renderEncoder: 'software',
    });
    expect(configFrom({}).allowedPrivateHosts).to.deep.equal([]);
  });

  it('reads every setting from its variable', () => {
    const config = configFrom({
      EVENTSTORE_URL: 'esdb://store:2113?tls=false',
      DATABASE_URL: 'postgres://user:pass@db/framewright',
      NATS_URL: 'nats://nats:4222',
      DATA_DIR: '/srv/framewright',
      PORT: '0',
      HOST: '0.0.0.0',
      PUBLIC_BASE_URL: 'https://video.example.org/api/',
      ALLOWED_PRIVATE_HOSTS: 'localhost, 10.0.0.0/8,::1',
      LOG_LEVEL: 'debug',
      ASSET_MAX_BYTES: '1000000',
      SPEECH_URL: 'http://localhost:9001/',
      SPEECH_KEY: 'sk-speech',
      SPEECH_MODEL: 'kokoro',
      TRANSCRIBER_URL: 'http://localhost:9000/',
      TRANSCRIBER_API_KEY: 'sk-secret',
      TRANSCRIBER_MODEL: 'small.en',
      ASSET_MIN_BYTES_PER_SECOND: '0',
      RENDER_MAX_FETCH_SECONDS: '60',
      RENDER_MAX_SECONDS: '3600',
      FETCH_CONCURRENCY: '20',
      RENDER_CONCURRENCY: '3',
      METRICS_PORT: '9464',
      OWNER_MAX_RENDERS_UNDER_WAY: '10',
      OWNER_WEIGHTS: 'studio=4, trial@example.org=1',
      OWNER_MAX_PENDING_RENDERS: '50',
      RENDER_MAX_ASSET_BYTES: '2000000',
      ASSET_CACHE_BYTES: '0',
      OBJECT_STORE: 's3://videos/of/framewright/',
      S3_ENDPOINT: 'http://s3:9000/',
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: 'access',
      S3_SECRET_ACCESS_KEY: 's3-secret',
      S3_PATH_STYLE: 'true',
      OUTPUT_URLS: 'presigned',
      SERVICE_KEY: '0123456789abcdef0123456789abcdef',
      RETENTION_DAYS: '30',
    });
    expect(config).to.deep.include({
      eventStoreUrl: 'esdb://store:2113?tls=false',
      databaseUrl: 'postgres://user:pass@db/framewright',
      natsUrl: 'nats://nats:4222',
      dataDir: '/srv/framewright',
      port: 0,
      host: '0.0.0.0',
      publicBaseUrl: 'https://video.example.org/api',
      allowedPrivateHosts: ['localhost', '10.0.0.0/8', '::1'],
      logLevel: 'debug',
      assetMaxBytes: 1_000_000,
      speechUrl: 'http://localhost:9001',
      speechKey: 'sk-speech',
      speechModel: 'kokoro',
      transcriberUrl: 'http://localhost:9000',
      transcriberApiKey: 'sk-secret',
      transcriberModel: 'small.en',
      assetMinBytesPerSecond: 0,
      renderMaxFetchSeconds: 60,
      renderMaxSeconds: 3600,
      fetchConcurrency: 20,
      renderConcurrency: 3,
      metricsPort: 9464,
      ownerMaxRendersUnderWay: 10,
      ownerWeights: new Map([
        ['studio', 4],
        ['trial@example.org', 1],
      ]),
      ownerMaxPendingRenders: 50,
      renderMaxAssetBytes: 2_000_000,
      assetCacheBytes: 0,
      objectStore: { type: 's3', bucket: 'videos', prefix: 'of/framewright/' },
      s3Endpoint: 'http://s3:9000',
      s3Region: 'eu-central-1',
      s3AccessKeyId: 'access',
      s3SecretAccessKey: 's3-secret',
      s3PathStyle: true,
      outputUrls: 'presigned',
      serviceKey: '0123456789abcdef0123456789abcdef',
      retentionDays: 30,
    });
  });

  it('reads where objects are stored', () => {
    const stores = [
      'file:/srv/objects',
      'file:///srv/objects',
      'file:objects',
      's3://videos',
      's3://videos/',
    ];
    expect(stores.map((text) => configFrom({ OBJECT_STORE: text }).objectStore)).to.deep.equal([
      { type: 'file', folder: '/srv/objects' },
      { type: 'file', folder: '/srv/objects' },
      { type: 'file', folder: resolve('objects') },
      { type: 's3', bucket: 'videos', prefix: '' },
      { type: 's3', bucket: 'videos', prefix: '' },
    ]);
  });

  it('derives the public address from the port, treats empty variables as unset and ignores others', () => {
    expect(configFrom({ PORT: '9000' }).publicBaseUrl).to.equal('http://localhost:9000');
    expect(configFrom({ PORT: '', DATABASE_URL: ' ', HOME: '/root' }).port).to.equal(8080);
    expect(configFrom({ DATABASE_URL: ' ' }).databaseUrl).to.equal(undefined);
  });

  const wrong: ReadonlyArray<readonly [string, string, string]> = [
    ['EVENTSTORE_URL', 'http://store:2113', 'esdb://'],
    ['DATABASE_URL', 'mysql://root:hunter2@db', 'postgres://'],
    ['NATS_URL', 'nats://', 'nats://'],
    ['PORT', '65536', 'a whole number from 0 to 65535'],
    ['PORT', '80.5', 'a whole number'],
    ['PORT', '-1', 'a whole number'],
    ['PORT', '0x50', 'a whole number'],
    ['HOST', 'http://here', 'a host name or an IP address'],
    ['PUBLIC_BASE_URL', 'ftp://host', 'http:// or https://'],
    ['PUBLIC_BASE_URL', 'https://user:hunter2@host', 'without credentials'],
    ['PUBLIC_BASE_URL', 'https://host/?a=1', 'query'],
    ['PUBLIC_BASE_URL', 'not an address', 'http:// or https://'],
    ['ALLOWED_PRIVATE_HOSTS', 'localhost,10.0.0.0/99', 'CIDR'],
    ['DATA_DIR', 'a\0b', 'a folder'],
    ['OBJECT_STORE', 's3://', 'file:FOLDER or s3://BUCKET/PREFIX'],
    ['OBJECT_STORE', 's3://key:hunter2@bucket', 'file:FOLDER or s3://BUCKET/PREFIX'],
    ['OBJECT_STORE', '/srv/objects', 'file:FOLDER or s3://BUCKET/PREFIX'],
    ['OWNER_WEIGHTS', 'studio=0', 'weights from 1 to 1000'],
    ['OWNER_WEIGHTS', 'studio=2,studio=3', 'each owner once'],
    ['SERVICE_KEY', 'hunter2', 'at least 32'],
    ['S3_ENDPOINT', 'https://user:hunter2@s3', 'without credentials'],
    ['LOG_LEVEL', 'loud', 'one of trace, debug'],
  ];
  for (const [variable, text, expectation] of wrong) {
    it(`refuses ${variable}=${JSON.stringify(text)}, naming the variable without repeating its text`, () => {
      const problems = problemsOf({ [variable]: text });
      expect(problems).to.have.length(1);
      expect(problems[0])
        .to.match(new RegExp(`^${variable} must be `))
        .and.to.include(expectation);
      expect(problems[0]).to.not.include('hunter2');
    });
  }

  it('reports all problems at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'y', NATS_URL: 'z' })).to.have.length(3);
  });

  it('writes an environment that gives the same configuration', () => {
    const config = configFrom({ NATS_URL: 'nats://n:1', PORT: '81', ALLOWED_PRIVATE_HOSTS: 'a,b' });
    expect(configFrom(writeConfig(config))).to.deep.equal(config);
  });

  it('reports each missing server by its variable', () => {
    const missing = requireServers(configFrom({ NATS_URL: 'nats://n:4222' }));
    expect(missing).to.deep.equal(E.left(['EVENTSTORE_URL must be set', 'DATABASE_URL must be set']));
  });

  it('lists every variable once, with its meaning', () => {
    const names = settingsReference.map(({ variable }) => variable);
    expect(new Set(names).size).to.equal(names.length);
    expect(settingsReference.every(({ meaning }) => meaning.length > 10)).to.equal(true);
  });
});
