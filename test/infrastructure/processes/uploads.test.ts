import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import * as O from 'fp-ts/lib/Option.js';
import { Upload } from 'tus-js-client';
import { contentKey } from '../../../application/assets/asset-content.js';
import { localFiles } from '../../../infrastructure/storage/local-files.js';
import { eventually } from '../../support/eventually.js';
import { smallDisk } from '../../support/processes/small-disk.js';
import { rightOf } from '../../support/right-of.js';
import { type ApiProcess, startApiProcess } from '../../support/service/api-process.js';
import { type Service, sharedService } from '../../support/service/service.js';
import { startServiceProcess } from '../../support/service/service-process.js';

const MiB = 1024 ** 2;
const PART = 2 * MiB;

/** A proxy that sends each request to the next of several servers, and counts the bytes of parts. */
const startProxy = async (servers: ReadonlyArray<() => string>) => {
  let [turn, bytes] = [0, 0];
  const onPart: { seen?: (total: number) => void } = {};
  const proxy: Server = createServer((request, response) => {
    const target = servers[(turn += 1) % servers.length] as () => string;
    const { method, headers } = request;
    const sent = forward(`${target()}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => response.destroy());
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      onPart.seen?.(bytes);
    });
    request.pipe(sent);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    bytes: () => bytes,
    /** Calls once when this many bytes of parts have come. */
    when: (total: number, act: () => void): void => {
      onPart.seen = (now) => {
        if (now < total) return;
        delete onPart.seen;
        act();
      };
    },
    close: (): void => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
};

describe('Uploads to API processes', function () {
  this.timeout(120_000);
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

  it('continue on another process, and after kill -9, without losing or repeating more than a part', async () => {
    const key = await service.issueKey('upload-kills');
    const processes: [ApiProcess, ApiProcess] = await Promise.all([
      startApiProcess(service),
      startApiProcess(service),
    ]);
    const proxy = await startProxy([() => processes[0].baseUrl, () => processes[1].baseUrl]);
    const content = randomBytes(9 * PART + 7);
    const killed: Array<Promise<void>> = [];
    const killNext = (index: 0 | 1) => async (): Promise<void> => {
      await processes[index].kill();
      processes[index] = await startApiProcess(service);
    };
    proxy.when(2.5 * PART, () => {
      killed.push(killNext(0)());
      proxy.when(6.5 * PART, () => killed.push(killNext(1)()));
    });
    await new Promise<void>((resolve, reject) => {
      new Upload(content, {
        endpoint: `${proxy.url}/v1/assets`,
        chunkSize: PART,
        headers: { 'x-api-key': key },
        metadata: { filename: 'a.bin' },
        retryDelays: Array.from({ length: 40 }, () => 500),
        onError: reject,
        onSuccess: () => resolve(),
      }).start();
    });
    await Promise.all(killed);
    expect(killed).to.have.length(2);
    expect(proxy.bytes()).to.be.within(content.length, content.length + 4 * PART);
    const stored = await eventually(async () => {
      const found = rightOf(await service.assetStorage.find(contentKey('upload-kills', sha256(content)))());
      expect(O.isSome(found)).to.equal(true);
      return O.toUndefined(found);
    });
    expect(stored?.bytes).to.equal(content.length);
    proxy.close();
    await Promise.all(processes.map((one) => one.stop()));
  });

  it('answer 507 while the disk is full, and lose nothing that was acknowledged', async () => {
    const key = await service.issueKey('upload-full');
    const folder = await mkdtemp(join(tmpdir(), 'framewright-full-'));
    const dataDir = join(folder, 'data');
    const disk = await smallDisk(dataDir, 64 * MiB);
    const api = await startServiceProcess(
      'api',
      { ...service, dataDir },
      { PORT: '0' },
      'test',
      disk.command,
    );
    try {
      const send = (method: string, path: string, headers: object, body?: Uint8Array) =>
        fetch(`http://127.0.0.1:${api.greeting.listening}${path}`, {
          method,
          headers: { 'x-api-key': key, ...headers },
          ...(body ? { body } : {}),
        });
      const tus = { 'tus-resumable': '1.0.0' };
      const content = randomBytes(3 * PART);
      const created = await send('POST', '/v1/assets', { ...tus, 'upload-length': String(content.length) });
      const path = created.headers.get('location') ?? '';
      const patch = (offset: number, end?: number) =>
        send(
          'PATCH',
          path,
          { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
          content.subarray(offset, end),
        );
      expect((await patch(0, PART)).status).to.equal(204);
      disk.fill();
      expect((await patch(PART)).status).to.equal(507);
      const whole = await send('POST', '/v1/assets', { 'content-type': 'video/mp4' }, randomBytes(PART));
      expect(whole.status).to.equal(507);
      expect(((await whole.json()) as { readonly message: ReadonlyArray<string> }).message[0]).to.include(
        'full',
      );
      disk.free();
      const offset = Number((await send('HEAD', path, tus)).headers.get('upload-offset'));
      expect(offset).to.be.within(PART, content.length);
      expect((await patch(offset)).status).to.equal(204);
      const storage = localFiles(join(disk.path, 'assets'));
      await eventually(async () => {
        const found = rightOf(await storage.find(contentKey('upload-full', sha256(content)))());
        expect(O.toUndefined(found)?.bytes).to.equal(content.length);
      });
    } finally {
      await api.stop();
      await disk.remove();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
