import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { AssetId } from '../../../domain/ids.js';
import {
  type ResumableUploads,
  resumableUploads,
} from '../../../infrastructure/http/server/resumable-uploads.js';
import { postgresUploadLocks } from '../../../infrastructure/postgres/requests/upload-locks.js';
import {
  openObjectStorage,
  type StorageConfig,
} from '../../../infrastructure/storage/open-object-storage.js';
import { openUploadStore } from '../../../infrastructure/storage/upload-store.js';
import { rightOf } from '../../support/right-of.js';
import { createTestDatabase } from '../../support/servers/postgres.js';
import { storageIn } from '../../support/service/service.js';
import { startS3Server } from '../../support/servers/s3-server.js';

const MiB = 1024 ** 2;

interface StoreUnderTest {
  readonly config: StorageConfig;
  /** The names of everything that is stored. */
  readonly names: () => Promise<ReadonlyArray<string>>;
  /** Makes it refuse a part from now on, by its number; 0 for none. */
  readonly refuse?: (part: number) => void;
  /** Makes it refuse to say what is known of an upload, or answer again. */
  readonly refuseToTell?: (isRefused: boolean) => void;
  readonly close: () => Promise<void>;
}

const inFolder = async (folder: string): Promise<StoreUnderTest> => ({
  config: storageIn(folder),
  names: () => readdir(join(folder, 'uploading')),
  close: () => Promise.resolve(),
});

const inS3 = async (): Promise<StoreUnderTest> => {
  let [refused, isSilent] = [0, false];
  const server = await startS3Server(async (ctx, next) => {
    const isRefused = ctx.method === 'PUT' && ctx.query['partNumber'] === String(refused);
    if (isRefused || (isSilent && ctx.method === 'GET' && ctx.path.endsWith('.info'))) ctx.status = 403;
    else await next();
  });
  const { client, bucket } = server.place('');
  return {
    config: { ...storageIn('/nowhere'), ...server.config },
    names: async () => {
      const [objects, uploads] = await Promise.all([
        client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'uploads/' })),
        client.send(new ListMultipartUploadsCommand({ Bucket: bucket })),
      ]);
      return [...(objects.Contents ?? []), ...(uploads.Uploads ?? [])].map(({ Key = '' }) => Key);
    },
    refuse: (part) => (refused = part),
    refuseToTell: (isRefused) => (isSilent = isRefused),
    close: server.close,
  };
};

for (const [name, open] of [
  ['a folder', inFolder],
  ['S3', inS3],
] as const)
  describe(`Resumable uploads in ${name}, which two API processes share`, () => {
    let folder: string;
    let tested: StoreUnderTest;
    let both: ReadonlyArray<ResumableUploads>;
    let server: Server;
    let url: string;
    let close: () => Promise<unknown>;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'framewright-upload-stores-'));
      tested = await open(folder);
      const database = await createTestDatabase();
      const locks = await Promise.all([1, 2].map(() => postgresUploadLocks(database.url)));
      both = await Promise.all(
        locks.map(async (own) =>
          resumableUploads(
            await openUploadStore(tested.config, await openObjectStorage(tested.config, 'assets')),
            {
              locks: own,
              maxBytes: 32 * MiB,
            },
          ),
        ),
      );
      let turn = 0;
      server = createServer((request, response) => {
        const next = both[(turn += 1) % both.length] as ResumableUploads;
        void next.handle(request, response, {
          newId: () => randomUUID() as AssetId,
          created: () => Promise.resolve(undefined),
          finished: () => Promise.resolve(),
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      close = async () => {
        await Promise.all(locks.map((lock) => lock.close()));
        await database.drop();
      };
    });
    after(async () => {
      server.close();
      server.closeAllConnections();
      await close();
      await tested.close();
      await rm(folder, { recursive: true });
    });

    const send = (method: string, path: string, headers: object, body?: Uint8Array) =>
      fetch(`${url}${path}`, {
        method,
        headers: { 'tus-resumable': '1.0.0', ...headers },
        ...(body ? { body } : {}),
      });
    const create = async (length: object): Promise<string> =>
      (await send('POST', '/v1/assets', length)).headers.get('location') ?? '';
    const sendPart = async (path: string, offset: number, part: Uint8Array, more = {}) => {
      const headers = {
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        ...more,
      };
      expect((await send('PATCH', path, headers, part)).status).to.equal(204);
    };
    const offsetOf = async (path: string) =>
      Number((await send('HEAD', path, {})).headers.get('upload-offset'));
    const idOf = (path: string) => path.split('/')[3] as AssetId;

    const storedAs = async (key: string): Promise<Buffer> => {
      const storage = await openObjectStorage(tested.config, 'assets');
      const found = rightOf(await storage.find(key)());
      return O.isSome(found) ? buffer(found.value.read()) : Buffer.alloc(0);
    };

    it('keep all bytes in order, are stored as assets, and leave nothing when they are removed', async () => {
      const content = randomBytes(15 * MiB);
      const path = await create({ 'upload-defer-length': '1' });
      let offset = 0;
      for (const bytes of [6 * MiB, 100, 7 * MiB, 2 * MiB - 100]) {
        expect(await both[0]?.complete(idOf(path))).to.equal(undefined);
        const isLast = offset + bytes === content.length;
        await sendPart(
          path,
          offset,
          content.subarray(offset, offset + bytes),
          isLast ? { 'upload-length': String(content.length) } : {},
        );
        offset += bytes;
        expect(await offsetOf(path)).to.equal(offset);
      }
      for (const uploads of both) {
        const complete = await uploads.complete(idOf(path));
        expect(complete).to.include({
          bytes: content.length,
          sha256: createHash('sha256').update(content).digest('hex'),
        });
      }
      const complete = await both[1]?.complete(idOf(path));
      expect(complete && E.isRight(await complete.storeAs('asset')())).to.equal(true);
      expect((await storedAs('asset')).equals(content), 'the content').to.equal(true);
      await both[0]?.remove(idOf(path));
      expect(await tested.names()).to.deep.equal([]);
    });

    if (name === 'S3')
      it('go on without a gap where the store failed, and keep what was acknowledged', async () => {
        const content = randomBytes(30 * MiB + 100);
        const path = await create({ 'upload-length': String(content.length) });
        await sendPart(path, 0, content.subarray(0, 100));
        const sendRest = (from: number, to?: number) =>
          send(
            'PATCH',
            path,
            { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
            content.subarray(from, to),
          );
        for (const part of [1, 2]) {
          tested.refuse?.(part);
          const from = await offsetOf(path);
          expect((await sendRest(from, 27 * MiB)).status).to.be.at.least(500);
          expect(await offsetOf(path)).to.equal(part === 1 ? 100 : 8 * MiB);
        }
        tested.refuse?.(0);
        expect((await sendRest(8 * MiB)).status).to.equal(204);
        const complete = await both[1]?.complete(idOf(path));
        expect(complete?.sha256).to.equal(createHash('sha256').update(content).digest('hex'));
        await both[0]?.remove(idOf(path));
        expect(await tested.names()).to.deep.equal([]);
      });

    if (name === 'S3')
      it('are not said to be gone where the store fails: clients would begin again', async () => {
        const path = await create({ 'upload-length': '100' });
        tested.refuseToTell?.(true);
        expect((await send('HEAD', path, {})).status).to.be.at.least(500);
        tested.refuseToTell?.(false);
        expect(await offsetOf(path)).to.equal(0);
        await both[0]?.remove(idOf(path));
        expect((await send('HEAD', path, {})).status).to.equal(404);
      });

    it('leave nothing of an upload that is given up', async () => {
      const path = await create({ 'upload-length': String(20 * MiB) });
      await sendPart(path, 0, randomBytes(6 * MiB));
      await sendPart(path, 6 * MiB, randomBytes(10));
      expect(await tested.names()).not.to.deep.equal([]);
      await both[1]?.remove(idOf(path));
      expect(await tested.names()).to.deep.equal([]);
    });
  });
