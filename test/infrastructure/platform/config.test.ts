import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { resolve } from 'node:path';
import {
  type Config,
  type Environment,
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
  // docs/settings.md, which is made from the settings, has their defaults.
  it('reads each kind of setting from its variable', () => {
    const config = configFrom({
      PORT: '0',
      DATA_DIR: '/srv/framewright',
      PUBLIC_BASE_URL: 'https://video.example.org/api/',
      ALLOWED_PRIVATE_HOSTS: 'localhost, 10.0.0.0/8,::1',
      TRANSCRIBER_URL: 'http://localhost:9000/',
      OWNER_WEIGHTS: 'studio=4, trial@example.org=1',
      OBJECT_STORE: 's3://videos/of/framewright/',
      S3_PATH_STYLE: 'true',
      S3_SECRET_ACCESS_KEY: 's3-secret',
      OUTPUT_URLS: 'presigned',
    });
    expect(config).to.deep.include({
      port: 0,
      dataDir: '/srv/framewright',
      publicBaseUrl: 'https://video.example.org/api',
      allowedPrivateHosts: ['localhost', '10.0.0.0/8', '::1'],
      transcriberUrl: 'http://localhost:9000',
      ownerWeights: new Map([
        ['studio', 4],
        ['trial@example.org', 1],
      ]),
      objectStore: { type: 's3', bucket: 'videos', prefix: 'of/framewright/' },
      s3PathStyle: true,
      s3SecretAccessKey: 's3-secret',
      outputUrls: 'presigned',
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
