import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import * as O from 'fp-ts/lib/Option.js';
import { contentKey } from '../../../application/assets/asset-content.js';
import { localFiles } from '../../../infrastructure/storage/local-files.js';
import {
  openObjectStorage,
  type StorageConfig,
} from '../../../infrastructure/storage/open-object-storage.js';
import { eventually } from '../../support/eventually.js';
import { peakMemoryOf } from '../../support/processes/process-memory.js';
import { codeFile, NODE_OPTIONS } from '../../support/processes/programs.js';
import { smallDisk } from '../../support/processes/small-disk.js';
import { rightOf } from '../../support/right-of.js';
import { type ApiProcess, startApiProcess } from '../../support/service/api-process.js';
import { type Service, sharedService, storageIn } from '../../support/service/service.js';
import { startServiceProcess } from '../../support/service/service-process.js';
import { apiClient } from '../../support/service/http-client.js';
import { startS3Server } from '../../support/servers/s3-server.js';
import { startUploadProxy } from '../../support/uploads/upload-proxy.js';
import { sha256OfFile } from '../../../workers/files/file-hash.js';
import { itIfLong } from '../../support/long-form.js';
import { forSuite } from '../../support/for-suite.js';

const MiB = 1024 ** 2;
const PART = 2 * MiB;

/** The size of the upload that is killed. */
const SIZE = 5_000_000_000;
/** How often the API is killed during it, and how often the client. */
const KILLS = 5;
const LARGE_PART = 16 * MiB;
const MEMORY = 300_000_000;

/** Where API processes store uploads. */
interface UploadedTo {
  readonly settings: Readonly<Record<string, string>>;
  readonly config: StorageConfig;
  readonly close: () => Promise<void>;
}

const inFolder = async ({ dataDir }: Service): Promise<UploadedTo> => ({
  settings: {},
  config: storageIn(dataDir),
  close: () => Promise.resolve(),
});

const inS3 = async ({ dataDir }: Service): Promise<UploadedTo> => {
  const { settings, config, close } = await startS3Server();
  return { settings, config: { ...storageIn(dataDir), ...config }, close };
};

/** A large file whose pages are at their places only once; what is between them takes no space. @returns its SHA-256 */
const writeLargeFile = async (path: string): Promise<string> => {
  const file = await open(path, 'wx');
  for (let at = 0; at < SIZE; at += MiB)
    await file.write(randomBytes(Math.min(4096, SIZE - at)), 0, null, at);
  await file.truncate(SIZE);
  await file.close();
  return sha256OfFile(path);
};

describe('Uploads to API processes', () => {
  const service = forSuite(sharedService);
  const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

  /** Two API processes, and what has to be there of a large file that they were sent. */
  const startKilled = async (owner: string, store: UploadedTo) => {
    const key = await service.issueKey(owner);
    const folder = await mkdtemp(join(tmpdir(), 'framewright-killed-'));
    const start = () => startApiProcess(service, { ASSET_MAX_BYTES: String(SIZE), ...store.settings });
    const processes: [ApiProcess, ApiProcess] = await Promise.all([start(), start()]);
    const peaks: number[] = [];
    const large = join(folder, 'large.bin');
    const hash = await writeLargeFile(large);
    return {
      key,
      folder,
      processes,
      large,
      kill: async (index: 0 | 1): Promise<void> => {
        peaks.push(peakMemoryOf(processes[index].pid));
        await processes[index].kill();
        processes[index] = await start();
      },
      /** The file is stored, and no process took much memory; removes everything. */
      end: async (): Promise<void> => {
        const storage = await openObjectStorage(store.config, 'assets');
        const stored = contentKey(owner, hash);
        const found = () => storage.find(stored)().then(rightOf).then(O.toUndefined);
        await eventually(async () => expect((await found())?.bytes).to.equal(SIZE), 600_000);
        const sum = createHash('sha256');
        for await (const chunk of (await found())?.read() ?? []) sum.update(chunk as Buffer);
        expect(sum.digest('hex')).to.equal(hash);
        peaks.push(...processes.map(({ pid }) => peakMemoryOf(pid)));
        console.log({ peaks });
        expect(Math.max(...peaks)).to.be.below(MEMORY);
        await Promise.all(processes.map((one) => one.stop()));
        await rm(folder, { recursive: true });
        rightOf(await storage.remove(stored)());
        await store.close();
      },
    };
  };

  for (const [name, openStore] of [
    ['a folder', inFolder],
    ['S3', inS3],
  ] as const)
    itIfLong(
      `in ${name} continue after kill -9 of API processes and of the client, with every byte there and none sent twice but of the last part`,
      async function (this: Mocha.Context) {
        this.timeout(1_800_000);
        const { key, folder, processes, large, kill, end } = await startKilled(
          `kills-in-${name.replace(' ', '-')}`,
          await openStore(service),
        );
        const proxy = await startUploadProxy([() => processes[0].baseUrl, () => processes[1].baseUrl]);
        const send = () =>
          fork(
            codeFile('test/support/uploads/upload-client'),
            [`${proxy.url}/v1/assets`, key, large, join(folder, 'uploads.json'), String(LARGE_PART)],
            { execArgv: [...NODE_OPTIONS] },
          );

        let client = send();
        const killed: Array<Promise<void>> = [];
        /** Ends the client or an API process each time when a further share of the bytes has arrived. */
        const killAt = (turn: number): void => {
          if (turn === 2 * KILLS) return;
          proxy.when(((turn + 0.5 + Math.random() / 2) * SIZE) / (2 * KILLS + 1), () => {
            if (turn % 2 === 0) killed.push(kill(turn % 4 === 0 ? 0 : 1));
            else client.kill('SIGKILL');
            killAt(turn + 1);
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

        let reached = 0;
        for (const { offset, bytes } of proxy.parts()) {
          expect(offset).to.be.within(reached - LARGE_PART, reached);
          reached = Math.max(reached, offset + bytes);
        }
        expect(reached).to.equal(SIZE);
        const arrived = proxy.parts().reduce((sum, { bytes }) => sum + bytes, 0);
        console.log({ twice: arrived - SIZE });
        expect(arrived).to.be.at.most(SIZE + 2 * KILLS * LARGE_PART);
        proxy.close();
        await end();
      },
    );

  itIfLong(
    'whose parts go to S3 survive kill -9 of the API before, between and after the parts',
    async function (this: Mocha.Context) {
      this.timeout(1_800_000);
      const { key, processes, large, kill, end } = await startKilled('kills-of-direct', await inS3(service));
      const api = (path: string, body: object) =>
        apiClient(processes[0].baseUrl, key)('POST', path, { body });
      const { _id, direct } = (await api('/v1/assets?direct=true', { bytes: SIZE })).body.data;
      const file = await open(large);
      for (const [index, url] of (direct.urls as ReadonlyArray<string>).entries()) {
        if (index === 0 || index === 2) await kill(0);
        const length = Math.min(direct.partBytes, SIZE - index * direct.partBytes);
        const { buffer } = await file.read(Buffer.alloc(length), 0, length, index * direct.partBytes);
        expect((await fetch(url, { method: 'PUT', body: buffer })).status).to.equal(200);
      }
      await file.close();
      const finishing = api(`/v1/assets/${_id}/finish`, {}).catch(() => undefined);
      await kill(0);
      await finishing;
      expect((await api(`/v1/assets/${_id}/finish`, {})).status).to.equal(200);
      await end();
    },
  );

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
      const ready = async (path: string) => {
        const response = await send('GET', path, {});
        const { servers } = (await response.json()) as {
          readonly servers: Readonly<Record<string, boolean>>;
        };
        return [response.status, servers['disk']];
      };
      expect(await ready('/readyz')).to.deep.equal([503, false]);
      expect(await ready('/readyz?for=reads')).to.deep.equal([200, undefined]);
      disk.free();
      expect(await ready('/readyz')).to.deep.equal([200, true]);
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
