import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { expect } from 'chai';
import type { Context, Middleware } from 'koa';
import type { ObjectStorage } from '../../../application/ports/object-storage.js';
import { s3Client } from '../../../infrastructure/storage/s3-client.js';
import { s3Objects } from '../../../infrastructure/storage/s3-objects.js';
import { folderForSuite } from '../../support/for-suite.js';
import { rightOf } from '../../support/right-of.js';
import { startS3Server } from '../../support/servers/s3-server.js';
import { objectAt } from './object-storage-contract.js';

/** Short enough for a test; a slow machine reaches them too, and then the request is repeated. */
const TIMEOUTS = { connect: 1500, respond: 1500, idle: 1500 };
const UPLOAD = { partBytes: 100_000, pauseMs: 1 };
/** More than the buffers of a connection hold. */
const content = randomBytes(20_000_000);
const small = content.subarray(0, 250_000);

describe('object storage in an S3 store that stalls', () => {
  const home = folderForSuite();
  let server: Awaited<ReturnType<typeof startS3Server>>;
  let storage: ObjectStorage;
  let close: () => void;
  /** Gets each request first. */
  let respond: Middleware;
  const passOn: Middleware = (_, next) => next();
  const stall: Middleware = (ctx) => void (ctx.respond = false);

  before(async () => {
    await writeFile(join(home, 'large'), content);
    await writeFile(join(home, 'small'), small);
    server = await startS3Server((ctx, next) => respond(ctx, next));
    const settings = { ...server.config, s3Region: 'us-east-1' };
    const client = s3Client(settings, TIMEOUTS);
    // Stores what is read below: on a slow machine, that may take longer than the short limits of time.
    const patient = s3Client(settings);
    close = () => client.destroy();
    const storageOf = (one: typeof client) =>
      s3Objects({ client: one, bucket: 'framewright', prefix: 'test/' }, UPLOAD);
    storage = storageOf(client);
    respond = passOn;
    for (const name of ['large', 'small'])
      rightOf(await storageOf(patient).put(`${name}.mp4`, join(home, name))());
    patient.destroy();
  });
  afterEach(() => {
    respond = passOn;
  });
  after(async () => {
    close();
    await server.close();
  });

  /** Handles the first request of a method in this way, and passes on what follows. */
  const first = (method: string, handle: Middleware): void => {
    let isFirst = true;
    respond = (ctx, next) => {
      if (ctx.method !== method || !isFirst) return next();
      isFirst = false;
      return handle(ctx, next);
    };
  };

  const contentAt = async (key: string): Promise<Buffer> =>
    buffer((await objectAt(storage, key)).read() as Readable);

  it('repeats a request that gets no answer', async () => {
    first('HEAD', stall);
    expect((await objectAt(storage, 'small.mp4')).bytes).to.equal(small.length);
    first('PUT', stall);
    rightOf(await storage.put('stored.mp4', join(home, 'small'))());
    expect((await contentAt('stored.mp4')).equals(small)).to.equal(true);
  });

  it('fails if no request gets an answer', async () => {
    respond = stall;
    const found = await storage.find('small.mp4')();
    expect(found).to.deep.include({ _tag: 'Left' });
  });

  /** Answers with the first bytes of the content only; then `end` decides. */
  const begin =
    (end: (ctx: Context) => void): Middleware =>
    (ctx) => {
      ctx.respond = false;
      ctx.res.writeHead(206, { 'content-length': small.length });
      ctx.res.write(small.subarray(0, 1000), () => end(ctx));
    };

  it('continues to read where content stalled or the connection broke', async () => {
    const ranges: Array<string> = [];
    for (const end of [() => undefined, (ctx: Context) => void ctx.req.socket.destroy()]) {
      first('GET', begin(end));
      const handle = respond;
      respond = (ctx, next) => {
        if (ctx.method === 'GET') ranges.push(ctx.get('range'));
        return handle(ctx, next);
      };
      expect((await contentAt('small.mp4')).equals(small)).to.equal(true);
    }
    expect(ranges).to.include(`bytes=1000-${small.length - 1}`);
  });

  it('serves a reader that pauses until its connection is closed', async () => {
    let closed: Promise<unknown> | undefined;
    first('GET', (ctx, next) => {
      closed = new Promise((resolve) => ctx.req.socket.once('close', resolve));
      return next();
    });
    const chunks = (await objectAt(storage, 'large.mp4')).read()[Symbol.asyncIterator]();
    const read = [(await chunks.next()).value as Buffer];
    await closed;
    for (;;) {
      const { value, done } = await chunks.next();
      if (done === true) break;
      read.push(value as Buffer);
    }
    expect(Buffer.concat(read).equals(content)).to.equal(true);
  });
});
