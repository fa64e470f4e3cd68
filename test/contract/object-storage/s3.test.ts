import { randomBytes } from 'node:crypto';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { CreateMultipartUploadCommand } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Middleware } from 'koa';
import type { Fault } from '../../../application/ports/fault.js';
import type { ObjectStorage } from '../../../application/ports/object-storage.js';
import { s3Objects } from '../../../infrastructure/storage/s3-objects.js';
import { folderForSuite, forSuite } from '../../support/for-suite.js';
import { rightOf } from '../../support/right-of.js';
import { startS3Server } from '../../support/servers/s3-server.js';
import { contentOf, objectAt, objectStorageContract } from './object-storage-contract.js';

const UPLOAD = { partBytes: 1000, pauseMs: 1 };

describe('object storage in S3', () => {
  const home = folderForSuite();
  let respond: Middleware | undefined;
  const requests: Array<string> = [];
  const server = forSuite(
    () =>
      startS3Server(async (ctx, next) => {
        const part = ctx.query['partNumber'];
        requests.push(`${ctx.method}${part === undefined ? '' : ` part ${String(part)}`}`);
        await (respond ?? ((_, onward) => onward()))(ctx, next);
      }),
    ({ close }) => close(),
  );
  beforeEach(() => {
    respond = undefined;
    requests.length = 0;
  });

  let places = 0;
  const place = () => server.place(`${(places += 1)}/outputs/`);

  const close = async (): Promise<void> => undefined;
  objectStorageContract('S3', async () => ({ storage: s3Objects(place()), close }));
  objectStorageContract('S3, in parts', async () => ({
    storage: s3Objects(place(), { ...UPLOAD, partBytes: 1 }),
    close,
  }));

  const content = randomBytes(4500);
  const file = async (name = 'made'): Promise<string> => {
    await writeFile(join(home, name), content);
    return join(home, name);
  };

  const expectStored = async (storage: ObjectStorage): Promise<void> => {
    const stored = await buffer((await objectAt(storage, 'a.mp4')).read() as Readable);
    expect(stored.equals(content)).to.equal(true);
  };

  it('resends a part that failed, and no part that has arrived', async () => {
    let failures = 0;
    respond = async (ctx, next) => {
      if (ctx.query['partNumber'] !== '3' || failures === 3) return next();
      failures += 1;
      ctx.status = 503;
    };
    const storage = s3Objects(place(), UPLOAD);
    rightOf(await storage.put('a.mp4', await file())());
    const parts = requests.filter((request) => request.includes('part'));
    const sent = [1, 2, 3, 4, 5].map((part) => parts.filter((one) => one === `PUT part ${part}`).length);
    expect(sent).to.deep.equal([1, 1, 4, 1, 1]);
    await expectStored(storage);
  });

  it('resends a part that was damaged on the way', async () => {
    let damaged = 0;
    respond = async (ctx, next) => {
      if (ctx.query['partNumber'] === '2' && damaged === 0) {
        damaged += 1;
        ctx.req.once('data', (chunk: Buffer) => chunk.writeUInt8((chunk.readUInt8(0) + 1) % 256, 0));
        ctx.req.pause();
      }
      await next();
    };
    const storage = s3Objects(place(), UPLOAD);
    rightOf(await storage.put('a.mp4', await file())());
    expect(requests.filter((request) => request === 'PUT part 2')).to.have.length(2);
    await expectStored(storage);
  });

  it('leaves no parts behind when an upload fails for good', async () => {
    respond = async (ctx, next) => {
      if (ctx.query['partNumber'] === '3') ctx.status = 503;
      else await next();
    };
    const storage = s3Objects(place(), UPLOAD);
    expect((await storage.put('a.mp4', await file())())._tag).to.equal('Left');
    expect(await storage.find('a.mp4')()).to.deep.equal(E.right(O.none));
    expect(await storage.removeUnfinished(new Date(Date.now() + 60_000))()).to.deep.equal(E.right(0));
  });

  it('removes the parts of interrupted uploads, but not of one that began later', async () => {
    const { client, bucket: Bucket, prefix } = place();
    const storage = s3Objects({ client, bucket: Bucket, prefix });
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key: `${prefix}a.mp4` }));
    expect(await storage.removeUnfinished(new Date(0))()).to.deep.equal(E.right(0));
    expect(await storage.removeUnfinished(new Date(Date.now() + 60_000))()).to.deep.equal(E.right(1));
    expect(await storage.removeUnfinished(new Date(Date.now() + 60_000))()).to.deep.equal(E.right(0));
  });

  it('signs URLs that need no credentials, for one object', async () => {
    const storage = s3Objects(place());
    rightOf(await storage.put('a.mp4', await file())());
    rightOf(await storage.put('b.mp4', await file())());
    const signed = rightOf(await storage.signedUrl('a.mp4', 60)());
    const url = O.isSome(signed) ? signed.value : '';
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(whole.equals(content)).to.equal(true);
    const part = await fetch(url, { headers: { range: 'bytes=10-19' } });
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(10, 20))).to.equal(true);
    expect((await fetch(url.replace('a.mp4', 'b.mp4'))).status).to.equal(403);
    const disposition = 'inline; filename="film.mp4"';
    const named = rightOf(await storage.signedUrl('a.mp4', 60, { disposition, type: 'video/mp4' })());
    const { status, headers } = await fetch(O.isSome(named) ? named.value : '');
    expect([status, headers.get('content-disposition')]).to.deep.equal([200, disposition]);
  });

  it('tells the time of the store, not that of this machine', async () => {
    respond = async (ctx, next) => {
      await next();
      ctx.set('date', 'Thu, 01 May 2031 12:00:00 GMT');
    };
    expect(rightOf(await s3Objects(place()).time())).to.deep.equal(new Date('2031-05-01T12:00:00Z'));
  });

  it('says which request has failed', async () => {
    const storage = s3Objects(place());
    respond = async (ctx) => void (ctx.status = 503);
    const inPlace = (request: string): string => request.replace('PLACE', `${places}/outputs`);
    const failures: ReadonlyArray<readonly [TE.TaskEither<Fault, unknown>, string]> = [
      [storage.list(), 'ListObjectsV2 of PLACE/: '],
      [storage.remove('a.mp4'), 'DeleteObject of PLACE/a.mp4: '],
      [storage.find('a.mp4'), 'HeadObject of PLACE/a.mp4: '],
      [storage.removeUnfinished(new Date(0)), 'ListMultipartUploads of PLACE/: '],
    ];
    for (const [request, beginning] of failures) {
      const outcome = await request();
      expect(E.isLeft(outcome) && outcome.left)
        .to.have.property('cause')
        .match(new RegExp(`^${inPlace(beginning)}`));
    }
  });

  it('does not follow links', async () => {
    await symlink(await file(), join(home, 'link'));
    expect((await s3Objects(place()).put('a.mp4', join(home, 'link'))())._tag).to.equal('Left');
  });

  it('does not mix an object with one that replaced it', async () => {
    const storage = s3Objects(place());
    rightOf(await storage.put('a.mp4', await file())());
    const first = await objectAt(storage, 'a.mp4');
    await writeFile(join(home, 'other'), 'other');
    rightOf(await storage.put('a.mp4', join(home, 'other'))());
    expect(E.isLeft(await TE.tryCatch(() => contentOf(first), String)())).to.equal(true);
    expect(await contentOf(await objectAt(storage, 'a.mp4'))).to.equal('other');
  });
});
