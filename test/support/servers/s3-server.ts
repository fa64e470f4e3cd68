/** An S3 server on a free loopback port, with its objects in a folder of its own. */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { S3Client } from '@aws-sdk/client-s3';
import type { Context, Middleware } from 'koa';
import type { S3Location } from '../../../infrastructure/storage/s3-objects.js';

/** What s3rver accepts. */
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const BUCKET = 'framewright';

const base64Of = (etag: string): string => Buffer.from(etag.replaceAll('"', ''), 'hex').toString('base64');

const refuse = (ctx: Context, status: number, code: string): void => {
  ctx.status = status;
  ctx.type = 'application/xml';
  ctx.body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
};

/** Checks bodies against Content-MD5, and entity tags against If-Match, which s3rver does not. */
const conditions: Middleware = async (ctx, next) => {
  await next();
  const etag = ctx.response.get('etag');
  const md5 = ctx.get('content-md5');
  if (ctx.method === 'PUT' && md5 !== '' && base64Of(etag) !== md5) refuse(ctx, 400, 'BadDigest');
  const match = ctx.get('if-match');
  if (ctx.method === 'GET' && match !== '' && match !== etag) refuse(ctx, 412, 'PreconditionFailed');
};

/**
 * Accepts requests about the bucket. The SDK signs their path with a slash at the end, as S3 expects, but s3rver
 * verifies it without.
 */
const bucketRequests: Middleware = async (ctx, next) => {
  if (ctx.path === `/${BUCKET}/`)
    ctx.app = Object.create(ctx.app, { allowMismatchedSignatures: { value: true } });
  await next();
};

/**
 * Lists by the first version of the protocol, which answers the same. For a list of the second version that is not the
 * last, s3rver encrypts where it continues with DES, which OpenSSL 3 refuses, and answers InternalError.
 */
const listings: Middleware = async (ctx, next) => {
  if (ctx.query['list-type'] === '2') {
    const { 'list-type': _, 'start-after': after, ...others } = ctx.query;
    ctx.query = after === undefined ? others : { ...others, marker: after };
  }
  await next();
};

/** Listing and aborting multipart uploads, and listing their parts, which s3rver cannot do. */
const uploads = (uploadsFolder: () => string): Middleware => {
  const list = async (prefix: string): Promise<string> => {
    const ids = await readdir(uploadsFolder()).catch(() => []);
    const found = await Promise.all(
      ids.map(async (id) => {
        const file = join(uploadsFolder(), id, 'key');
        // An upload that ends at the same time is removed file by file.
        const [key, stats] = await Promise.all([readFile(file, 'utf8'), stat(file)]).catch(() => []);
        if (!key?.startsWith(prefix) || !stats) return '';
        const initiated = stats.mtime.toISOString();
        return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`;
      }),
    );
    return `<ListMultipartUploadsResult>${found.join('')}</ListMultipartUploadsResult>`;
  };
  const parts = async (id: string): Promise<string> => {
    const folder = join(uploadsFolder(), id);
    const numbers = (await readdir(folder)).filter((name) => /^\d+$/.test(name));
    const found = await Promise.all(
      numbers.map(async (number) => {
        const [{ size }, md5] = await Promise.all([
          stat(join(folder, number)),
          // Written after the part: without it, the part has not arrived.
          readFile(join(folder, `${number}.md5`), 'utf8').catch(() => undefined),
        ]);
        return md5 === undefined
          ? ''
          : `<Part><PartNumber>${number}</PartNumber><ETag>"${md5}"</ETag><Size>${size}</Size></Part>`;
      }),
    );
    return `<ListPartsResult><IsTruncated>false</IsTruncated>${found.join('')}</ListPartsResult>`;
  };
  return async (ctx, next) => {
    const { uploads: listing, uploadId, prefix } = ctx.query;
    const id = typeof uploadId === 'string' && /^[0-9a-f]+$/.test(uploadId) ? uploadId : undefined;
    if (ctx.method === 'GET' && listing !== undefined) {
      ctx.type = 'application/xml';
      ctx.body = await list(String(prefix ?? ''));
    } else if (id !== undefined && !existsSync(join(uploadsFolder(), id))) refuse(ctx, 404, 'NoSuchUpload');
    else if (ctx.method === 'GET' && id !== undefined) {
      ctx.type = 'application/xml';
      ctx.body = await parts(id);
    } else if (ctx.method === 'DELETE' && id !== undefined) {
      await rm(join(uploadsFolder(), id), { recursive: true });
      ctx.status = 204;
    } else await next();
  };
};

/** How to use the bucket of a server. */
export const s3Access = (endpoint: string) => {
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: CREDENTIALS,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
  });
  return {
    /** A part of the bucket. */
    place: (prefix: string): S3Location => ({ client, bucket: BUCKET, prefix }),
    /** The settings of a process that uses this server. */
    settings: {
      OBJECT_STORE: `s3://${BUCKET}/test`,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      S3_PATH_STYLE: 'true',
    },
    /** The same settings as a process has them when it has read them. */
    config: {
      objectStore: { type: 's3', bucket: BUCKET, prefix: 'test/' },
      s3Endpoint: endpoint,
      s3AccessKeyId: CREDENTIALS.accessKeyId,
      s3SecretAccessKey: CREDENTIALS.secretAccessKey,
      s3PathStyle: true,
    } as const,
    disconnect: (): void => client.destroy(),
  };
};

/**
 * Starts the server on a folder, which it removes when it is closed. `before` sees each request first, and may answer
 * it.
 */
export const startS3Server = async (
  before: Middleware = (_, next) => next(),
  { folder, port: wanted = 0 }: { readonly folder?: string; readonly port?: number } = {},
) => {
  const directory = folder ?? (await mkdtemp(join(tmpdir(), 'framewright-s3-')));
  const server = new S3rver({
    address: '127.0.0.1',
    port: wanted,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  });
  const uploadsFolder = () => server.store.getResourcePath(BUCKET, undefined, 'uploads');
  server.middleware.unshift(before, conditions, bucketRequests, listings, uploads(uploadsFolder));
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const { disconnect, ...access } = s3Access(endpoint);
  return {
    endpoint,
    ...access,
    close: async (): Promise<void> => {
      disconnect();
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
};
