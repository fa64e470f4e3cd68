import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { blocksOf } from '../support/docs/code-blocks.js';
import { endChild } from '../support/processes/end-child.js';
import { eventually } from '../support/eventually.js';
import { notTested, printed } from '../support/processes/optional-programs.js';
import { ownPort } from '../support/service/own-port.js';
import { type SharedStandalone, sharedStandalone } from '../support/service/shared-standalone.js';

const HELLO = {
  metadata: { name: 'Hello', duration: 1000, fps: 10, canvas: { width: 64, height: 36 } },
  clips: [
    {
      type: 'shape',
      timeFrame: { end: 1000 },
      size: { width: 32, height: 18 },
      shapeProperties: { shape: 'rectangle', fill: '#F2B705' },
    },
  ],
};

describe('The Caddyfile of docs/operate', () => {
  let service: SharedStandalone;
  let key: string;
  let folder: string;
  let caddy: ChildProcess | undefined;
  let port: number;
  before(async () => {
    service = await sharedStandalone();
    key = await service.issueKey('caddy');
    folder = await mkdtemp(join(tmpdir(), 'framewright-caddy-'));
    port = await ownPort();
  });
  after(async () => {
    if (caddy) await endChild(caddy, 'SIGTERM');
    await rm(folder, { recursive: true });
  });

  /** Starts Caddy as the page says, but with a certificate of its own, on a free port, in front of this service. */
  const start = async (): Promise<Buffer> => {
    const [page = ''] = blocksOf('docs/operate/one-machine.md', 'txt');
    const local = `{\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n\tadmin off\n\tstorage file_system ${folder}\n}\n`;
    const file = join(folder, 'Caddyfile');
    const here = page
      .replace('video.example.org', `localhost:${port}`)
      .replace('127.0.0.1:8080', new URL(service.baseUrl).host);
    await writeFile(file, local + here);
    caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { stdio: 'ignore' });
    return eventually(() => readFile(join(folder, 'pki/authorities/local/root.crt')));
  };

  it('leads to the service by HTTPS, and passes events on while they come, ranges and uploads', async () => {
    if (printed('caddy', 'version') === '')
      return notTested('the Caddyfile in front of the service', 'caddy');
    const ca = await start();
    const send = (method: string, path: string, headers: object = {}, body?: Buffer | string) =>
      new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer; chunks: number }>(
        (resolve, reject) => {
          const all = { 'x-api-key': key, ...headers };
          const sent = request(`https://localhost:${port}${path}`, { method, headers: all, ca }, (answer) => {
            let chunks = 0;
            answer.on('data', () => (chunks += 1));
            buffer(answer).then(
              (content) =>
                resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: content, chunks }),
              reject,
            );
          });
          sent.on('error', reject).end(body);
        },
      );
    await eventually(async () => expect((await send('GET', '/readyz')).status).to.equal(200));
    const json = { 'content-type': 'application/json' };
    const created = async (path: string, body: object) =>
      JSON.parse((await send('POST', path, json, JSON.stringify(body))).body.toString()).data;

    const { _id } = await created('/v1/renders', HELLO);
    const events = await send('GET', `/v1/renders/${_id}/events`);
    expect(events.body.toString()).to.include('"status":"completed"');
    expect(events.chunks).to.be.above(1);

    const render = JSON.parse((await send('GET', `/v1/renders/${_id}`)).body.toString()).data;
    const { pathname } = new URL(render.outputUrl);
    const whole = await send('GET', pathname);
    const part = await send('GET', pathname, { range: 'bytes=100-199' });
    expect([part.status, part.body]).to.deep.equal([206, whole.body.subarray(100, 200)]);

    const tus = { 'tus-resumable': '1.0.0' };
    const upload = await send('POST', '/v1/assets', { ...tus, 'upload-length': String(whole.body.length) });
    const path = String(upload.headers['location']);
    for (const [from, to] of [
      [0, 100],
      [100, undefined],
    ] as const) {
      const offset = { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' };
      const patched = await send('PATCH', path, { ...tus, ...offset }, whole.body.subarray(from, to));
      expect(patched.status).to.equal(204);
    }
    const asset = await send('GET', path.replace('/upload', ''));
    expect(JSON.parse(asset.body.toString()).data).to.include({ status: 'ready', bytes: whole.body.length });
  });
});
