import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import * as O from 'fp-ts/lib/Option.js';
import { contentKey } from '../../../application/assets/asset-content.js';
import { localFiles } from '../../../infrastructure/storage/local-files.js';
import { eventually } from '../../support/eventually.js';
import { peakMemoryOf } from '../../support/processes/process-memory.js';
import { codeFile, NODE_OPTIONS } from '../../support/processes/programs.js';
import { smallDisk } from '../../support/processes/small-disk.js';
import { rightOf } from '../../support/right-of.js';
import { type ApiProcess, startApiProcess } from '../../support/service/api-process.js';
import { type Service, sharedService } from '../../support/service/service.js';
import { startServiceProcess } from '../../support/service/service-process.js';
import { startUploadProxy } from '../../support/uploads/upload-proxy.js';
import { sha256OfFile } from '../../../workers/files/file-hash.js';

const MiB = 1024 ** 2;
const PART = 2 * MiB;

/** The size of the upload that is killed. */
const LONG = process.env['LONG_TESTS'] === '1';
const SIZE = LONG ? 5_000_000_000 : 200_000_000;
/** How often the API is killed during it, and how often the client. */
const KILLS = 5;
const LARGE_PART = (LONG ? 16 : 4) * MiB;
const MEMORY = 300_000_000;

/** A large file whose pages are at their places only once; what is between them takes no space. @returns its SHA-256 */
const writeLargeFile = async (path: string): Promise<string> => {
  const file = await open(path, 'wx');
  for (let at = 0; at < SIZE; at += MiB)
    await file.write(randomBytes(Math.min(4096, SIZE - at)), 0, null, at);
  await file.truncate(SIZE);
  await file.close();
  return sha256OfFile(path);
};

describe('Uploads to API processes', function () {
  this.timeout(120_000);
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

  it('continue after kill -9 of API processes and of the client, with every byte there and none sent twice but of the last part', async function () {
    this.timeout(LONG ? 1_200_000 : 240_000);
    const key = await service.issueKey('upload-kills');
    const folder = await mkdtemp(join(tmpdir(), 'framewright-killed-'));
    const settings = { ASSET_MAX_BYTES: String(SIZE) };
    const start = () => startApiProcess(service, settings);
    const processes: [ApiProcess, ApiProcess] = await Promise.all([start(), start()]);
    const proxy = await startUploadProxy([() => processes[0].baseUrl, () => processes[1].baseUrl]);
    const large = join(folder, 'large.bin');
    const hash = await writeLargeFile(large);
    const peaks: number[] = [];
    const killApi = async (index: 0 | 1): Promise<void> => {
      peaks.push(peakMemoryOf(processes[index].pid));
      await processes[index].kill();
      processes[index] = await start();
    };
    const send = () =>
      fork(
        codeFile('test/support/uploads/upload-client'),
        [`${proxy.url}/v1/assets`, key, large, join(folder, 'uploads.json'), String(LARGE_PART)],
        { execArgv: [...NODE_OPTIONS] },
      );

    let client = send();
    const killed: Array<Promise<void>> = [];
    /** Ends the client or an API process each time when a further share of the bytes has arrived. */
    const killAt = (kill: number): void => {
      if (kill === 2 * KILLS) return;
      proxy.when(((kill + 0.5 + Math.random() / 2) * SIZE) / (2 * KILLS + 1), () => {
        if (kill % 2 === 0) killed.push(killApi(kill % 4 === 0 ? 0 : 1));
        else client.kill('SIGKILL');
        killAt(kill + 1);
      });
    };
    killAt(0);
    for (let clientKills = 0; ; clientKills += 1) {
      const [code] = (await once(client, 'exit')) as [number | null];
      if (code === 0) {
        expect(clientKills).to.equal(KILLS);
        break;
      }
      expect(code).to.equal(null);
      client = send();
    }
    await Promise.all(killed);
    expect(killed).to.have.length(KILLS);

    let end = 0;
    for (const { offset, bytes } of proxy.parts()) {
      expect(offset).to.be.within(end - LARGE_PART, end);
      end = Math.max(end, offset + bytes);
    }
    expect(end).to.equal(SIZE);
    const arrived = proxy.parts().reduce((sum, { bytes }) => sum + bytes, 0);
    expect(arrived).to.be.at.most(SIZE + 2 * KILLS * LARGE_PART);

    const stored = join(service.dataDir, 'assets', contentKey('upload-kills', hash));
    await eventually(async () => expect((await stat(stored)).size).to.equal(SIZE), 120_000);
    expect(await sha256OfFile(stored)).to.equal(hash);
    peaks.push(...processes.map(({ pid }) => peakMemoryOf(pid)));
    expect(Math.max(...peaks)).to.be.below(MEMORY);
    if (LONG) console.log({ arrived: arrived - SIZE, peaks });
    proxy.close();
    await Promise.all(processes.map((one) => one.stop()));
    await rm(folder, { recursive: true });
    await rm(stored);
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
