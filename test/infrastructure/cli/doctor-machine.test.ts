import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { check, passed } from '../../../infrastructure/cli/admin/doctor/check.js';
import { examine } from '../../../infrastructure/cli/admin/doctor.js';
import {
  addressCheck,
  credentialsCheck,
  diskCheck,
  objectStoreCheck,
  programsCheck,
  settingsCheck,
} from '../../../infrastructure/cli/admin/doctor/machine.js';
import { natsCheck } from '../../../infrastructure/cli/admin/doctor/servers.js';
import { testCertificate } from '../../../infrastructure/credentials/test-certificate.js';
import { needs } from '../../../infrastructure/machine/setup/needs.js';
import { complaint } from '../../support/api/check-complaint.js';
import { folderForSuite } from '../../support/for-suite.js';
import { startS3Server } from '../../support/servers/s3-server.js';
import { answerWith, startReceiver } from '../../support/webhooks/receiver.js';

describe('The checks of admin doctor that need no service name what is broken', () => {
  const folder = folderForSuite();

  it('a server that accepts connections and never answers', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const connected = once(silent, 'connection') as Promise<[Socket]>;
    const { port } = silent.address() as AddressInfo;
    expect(await complaint(natsCheck(`nats://127.0.0.1:${port}`), 50)).to.include(
      'failed: no result within 0.05 s. Start the server',
    );
    // The client waits for the first bytes without a time limit.
    (await connected)[0].destroy();
    silent.close();
  });

  it('an object store that cannot be written to', async () => {
    await writeFile(join(folder, 'file'), '');
    const broken = objectStoreCheck({
      dataDir: folder,
      objectStore: { type: 'file', folder: join(folder, 'file') },
      s3Endpoint: undefined,
      s3Region: 'us-east-1',
      s3AccessKeyId: undefined,
      s3SecretAccessKey: undefined,
      s3PathStyle: false,
    });
    expect(await complaint(broken))
      .to.include('failed: cannot list the objects')
      .and.include('the right to write to the folder in OBJECT_STORE');
  });

  it('an S3 store that refuses, or that nobody serves, with what it answered', async () => {
    const store = await startS3Server();
    const at = (changes: object) =>
      complaint(objectStoreCheck({ dataDir: tmpdir(), s3Region: 'us-east-1', ...store.config, ...changes }));
    try {
      // The server of these tests compares no signature of a listing.
      expect(await at({ s3SecretAccessKey: 'wrong' })).to.match(
        /cannot look for an object: HeadObject .*HTTP 403/,
      );
      expect(await at({ s3AccessKeyId: 'unknown' })).to.include('InvalidAccessKeyId');
      expect(
        await at({ s3PathStyle: false, s3Endpoint: store.endpoint.replace('127.0.0.1', 'localhost') }),
      ).to.match(/E[A-Z]+ .*framewright\.localhost/);
    } finally {
      await store.close();
    }
    expect(await at({})).to.include('ECONNREFUSED');
  });

  it('a disk without space', async () => {
    const below = (least: number) => diskCheck('DATA_DIR', tmpdir(), { least, comfortable: 2 ** 60 });
    expect(await complaint(below(0))).to.match(/^warning: .* GiB free. Free space in /);
    expect(await complaint(below(2 ** 60))).to.match(/^failed: .* GiB free. Free space in /);
  });

  it('programs and fonts that are missing, and what is lost without them', async () => {
    const [ffmpeg, nats] = ['ffmpeg', 'nats-server'].map((name) =>
      needs.filter((need) => need.name === name),
    );
    expect(await complaint(programsCheck(() => [...ffmpeg!, ...nats!])))
      .to.include('warning: missing: ffmpeg: no hardware encoders')
      .and.include('nats-server, which distributes renders')
      .and.include('npm run setup');
    expect(await complaint(programsCheck(() => []))).to.equal('ok: all are there');
  });

  it('a server in the settings that is missing, refuses its key, or fails', async () => {
    const server = await startReceiver();
    const setting = { setting: 'TRANSCRIBER_URL', address: server.url, key: 'hidden' };
    const finding = () => complaint(addressCheck('transcriber', setting));
    for (const [status, said] of [
      [404, 'ok: the server answers'],
      [401, 'failed: the server answers with status 401. Correct TRANSCRIBER_URL and its key.'],
      [500, 'warning: the server answers with status 500. Read the log of that server.'],
    ] as const) {
      server.answer = answerWith(status);
      expect(await finding()).to.equal(said);
    }
    await server.close();
    expect(await finding())
      .to.match(/^failed: .*correct TRANSCRIBER_URL/)
      .and.not.include('hidden');
  });

  it('a certificate that cannot be used', async () => {
    const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
    const check = (more: object) =>
      complaint(
        credentialsCheck({
          contentCredentials: 'on',
          credentialsSources: 'name',
          credentialsCertificate: certificate,
          credentialsKey: key,
          dataDir: folder,
          ...more,
        }),
      );
    expect(await check({})).to.match(/^failed: .*no such file.*Correct CONTENT_CREDENTIALS_CERTIFICATE/);
    const [own, other] = [await testCertificate(new Date()), await testCertificate(new Date())];
    await writeFile(certificate, own.certificates);
    await writeFile(key, own.privateKey);
    expect(await check({})).to.equal('ok: signed with the configured certificate');
    await writeFile(key, other.privateKey);
    expect(await check({})).to.match(/^failed: the key does not belong to the certificate/);
    expect(await check({ credentialsKey: undefined })).to.match(/^failed: .*must be set together/);
    expect(await check({ contentCredentials: 'off' })).to.equal('ok: off');
  });

  it('settings that are invalid or misspelt, without their values', async () => {
    expect(await complaint(settingsCheck({ PORT: 'hidden' })))
      .to.match(/^failed: PORT /)
      .and.not.include('hidden');
    expect(await complaint(settingsCheck({ RENDER_CONCURENCY: 'hidden', HOSTS: '', PATH: '/bin' })))
      .to.include('warning: some variables look like')
      .and.include('RENDER_CONCURENCY should be RENDER_CONCURRENCY')
      .and.not.include('hidden');
    const findings = await examine({ PATH: process.env['PATH'], PORT: 'x' });
    expect(findings.map(({ check }) => check)).to.deep.equal(['settings', 'sandbox', 'programs and fonts']);
  });

  it('a check that throws, which does not stop the others', async () => {
    const broken = check('broken', 'Mend it.', () => Promise.reject(new Error('gone')));
    const fine = check('fine', '', () => passed('there'));
    expect(await Promise.all([broken(), fine()])).to.deep.equal([
      { check: 'broken', _tag: 'failed', found: 'gone', remedy: 'Mend it.' },
      { check: 'fine', _tag: 'ok', found: 'there' },
    ]);
  });
});
