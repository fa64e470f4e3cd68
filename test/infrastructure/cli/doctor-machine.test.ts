import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { check, passed } from '../../../infrastructure/cli/admin/doctor/check.js';
import { examine } from '../../../infrastructure/cli/admin/doctor.js';
import {
  credentialsCheck,
  diskCheck,
  objectStoreCheck,
  settingsCheck,
  tracesCheck,
} from '../../../infrastructure/cli/admin/doctor/machine.js';
import {
  ffmpegCheck,
  fontsCheck,
  sandboxOutcome,
  speechCheck,
  transcriberCheck,
} from '../../../infrastructure/cli/admin/doctor/tools.js';
import { natsCheck } from '../../../infrastructure/cli/admin/doctor/servers.js';
import { testCertificate } from '../../../infrastructure/credentials/test-certificate.js';
import { NO_ABILITIES } from '../../../infrastructure/machine/sandbox/sandbox-command.js';
import { sandboxReport } from '../../../infrastructure/machine/sandbox/sandbox-report.js';
import { ownPort } from '../../support/service/own-port.js';
import { complaint } from '../../support/api/check-complaint.js';
import { folderForSuite } from '../../support/for-suite.js';
import { startS3Server } from '../../support/servers/s3-server.js';
import { answerWith, type Received, startReceiver } from '../../support/webhooks/receiver.js';

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

  it('programs, fonts and sandboxes that are missing', async () => {
    expect(await complaint(ffmpegCheck(folder))).to.match(
      /^warning: ffmpeg was not found: .*install ffmpeg /,
    );
    await writeFile(join(folder, 'ffmpeg'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    expect(await complaint(ffmpegCheck(folder))).to.match(/^failed: .*ffmpeg does not start in the sandbox/);
    expect(await complaint(fontsCheck([folder])))
      .to.match(/^warning: no font draws 漢 .*😀/)
      .and.include('fonts-noto-cjk')
      .and.include('fonts-noto-color-emoji');
    const { _tag, found } = sandboxOutcome(sandboxReport(NO_ABILITIES, false));
    expect([_tag, found.startsWith('no file sandbox')]).to.deep.equal(['warning', true]);
  });

  it('a transcriber that is missing or refuses its key', async () => {
    const url = `http://127.0.0.1:${await ownPort()}`;
    const check = (transcriberUrl?: string) =>
      transcriberCheck({ transcriberUrl, transcriberApiKey: 'hidden' }, '');
    expect(await complaint(check(url)))
      .to.match(/^failed: .*correct TRANSCRIBER_URL/)
      .and.not.include('hidden');
    expect(await complaint(check())).to.match(/^failed: .*pocketsphinx/);
    expect(await complaint(speechCheck({ speechUrl: undefined, speechKey: undefined }, ''))).to.match(
      /^warning: espeak-ng was not found.*SPEECH_URL/,
    );
    let status = 401;
    const server = createHttpServer((_, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await complaint(check(`http://127.0.0.1:${port}`))).to.include('Correct TRANSCRIBER_API_KEY');
    status = 404;
    expect(await complaint(check(`http://127.0.0.1:${port}`))).to.equal('ok: the server answers');
    server.close();
  });

  it('a collector of traces that is missing, or another server', async () => {
    const collector = await startReceiver();
    const finding = () => complaint(tracesCheck(new URL(collector.url).origin));
    expect(await finding()).to.equal('ok: the collector answers with status 200');
    const [{ path, body }] = collector.received as [Received];
    expect([path, body.toString()]).to.deep.equal(['/v1/traces', '{"resourceSpans":[]}']);
    collector.answer = answerWith(404);
    expect(await finding()).to.match(/^failed: .* status 404. .*correct OTEL_/);
    await collector.close();
    expect(await finding()).to.match(/^failed: .*correct OTEL_EXPORTER_OTLP_ENDPOINT/);
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
      .to.include('warning: unknown: RENDER_CONCURENCY.')
      .and.include('RENDER_CONCURENCY should be RENDER_CONCURRENCY')
      .and.not.include('hidden');
    const findings = await examine({ PATH: process.env['PATH'], PORT: 'x' });
    expect(findings.map(({ check }) => check)).to.deep.equal(['settings', 'sandbox', 'ffmpeg', 'fonts']);
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
