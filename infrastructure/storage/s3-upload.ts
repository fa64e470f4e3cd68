import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import { retried } from '../platform/retried.js';
import { hasSingleName, READ_NO_LINK } from './regular-file.js';
import { SENDS_CONTENT } from './s3-client.js';

const MiB = 1024 ** 2;

/** Number of parts that are sent concurrently. */
const PARALLEL_PARTS = 4;

/** Maximum number of parts of an object (Amazon S3 User Guide, "Multipart upload limits"). */
const MAX_PARTS = 10_000;

/** The maximum number of retries of a part, besides the client's own quick ones. */
const MAX_RETRIES = 5;

export interface UploadSettings {
  /** Size of a part, in bytes; at least 5 MiB, except in stores that allow less. */
  readonly partBytes: number;
  /** How long to wait before a part is sent again, in ms; doubled after each failure. */
  readonly pauseMs: number;
}

export const UPLOAD_SETTINGS: UploadSettings = { partBytes: 8 * MiB, pauseMs: 1000 };

/** The object that an upload makes. */
export interface UploadTarget {
  readonly client: S3Client;
  readonly Bucket: string;
  readonly Key: string;
}

const persistently = <A>(pauseMs: number, work: () => Promise<A>): Promise<A> =>
  retried(
    work,
    Array.from({ length: MAX_RETRIES }, (_, failures) => pauseMs * 2 ** failures),
  );

/** A part of an open file, as a stream: several parts are sent at once, and large ones would fill the memory. */
const readPart = ({ fd }: FileHandle, start: number, length: number): Readable =>
  createReadStream('', { fd, autoClose: false, start, end: start + length - 1 });

/** The MD5 of what is read, which must have this length, in base64. */
const md5Of = async (content: Iterable<Buffer> | Readable, length: number): Promise<string> => {
  const hash = createHash('md5');
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  if (bytes !== length) throw new Error('the file changed its length while it was stored');
  return hash.digest('base64');
};

/** One part of an object. */
interface Part {
  readonly target: Omit<UploadTarget, 'client'> & { readonly UploadId: string; readonly PartNumber: number };
  readonly start: number;
  /** In bytes. */
  readonly length: number;
}

/**
 * Puts an object together from parts that are sent concurrently; none is sent again once it has arrived. If that fails
 * for good, the parts are removed from the store.
 * @param send sends a part, and returns its entity tag
 */
const putInParts = async (
  { client, ...target }: UploadTarget,
  bytes: number,
  { partBytes, pauseMs }: UploadSettings,
  send: (part: Part) => Promise<string | undefined>,
): Promise<void> => {
  const size = Math.max(partBytes, Math.ceil(bytes / MAX_PARTS));
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  if (UploadId === undefined) throw new Error('the store did not start an upload');
  const limit = pLimit(PARALLEL_PARTS);
  const sendPart = async (_: unknown, index: number) => {
    const [start, PartNumber] = [index * size, index + 1];
    const length = Math.min(size, bytes - start);
    const ETag = await send({ target: { ...target, UploadId, PartNumber }, start, length });
    return { PartNumber, ...(ETag === undefined ? {} : { ETag }) };
  };
  try {
    const Parts = await limit.map(Array.from({ length: Math.ceil(bytes / size) }), sendPart);
    await persistently(pauseMs, () =>
      client.send(
        new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }),
        SENDS_CONTENT, // the store may take long to put the parts together
      ),
    );
  } catch (error) {
    limit.clearQueue();
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined);
    throw error;
  }
};

/** Sends the parts of a file. The store checks each part against its MD5. */
const sendParts =
  (file: FileHandle, client: S3Client, pauseMs: number) =>
  async ({ target, start, length }: Part): Promise<string | undefined> => {
    const ContentMD5 = await md5Of(readPart(file, start, length), length);
    const { ETag } = await persistently(pauseMs, () => {
      const Body = readPart(file, start, length);
      const part = { ...target, ContentLength: length, ContentMD5, Body };
      return client.send(new UploadPartCommand(part), SENDS_CONTENT);
    });
    return ETag;
  };

/** How much of an object the store copies in one request, in bytes: it must answer before the connection counts as idle. */
const COPIED_PART = 128 * MiB;

/** Lets the store copy one of its objects. @param from its bucket and key @param bytes its size, more than 0 */
export const copyObject = async (
  from: Omit<UploadTarget, 'client'>,
  bytes: number,
  target: UploadTarget,
): Promise<void> => {
  const CopySource = `${from.Bucket}/${from.Key.split('/').map(encodeURIComponent).join('/')}`;
  const { pauseMs } = UPLOAD_SETTINGS;
  await putInParts(
    target,
    bytes,
    { partBytes: COPIED_PART, pauseMs },
    async ({ target: part, start, length }) => {
      const CopySourceRange = `bytes=${start}-${start + length - 1}`;
      const copy = new UploadPartCopyCommand({ ...part, CopySource, CopySourceRange });
      const { CopyPartResult } = await persistently(pauseMs, () => target.client.send(copy, SENDS_CONTENT));
      return CopyPartResult?.ETag;
    },
  );
};

/** Uploads a file: a small one in one request, a larger one in parts. Rejects if the store stays unavailable. */
export const uploadFile = async (
  path: string,
  target: UploadTarget,
  settings: UploadSettings,
): Promise<void> => {
  const file = await open(path, READ_NO_LINK);
  try {
    const stats = await file.stat();
    if (!hasSingleName(stats)) throw new Error('the object is not a regular file');
    const { size } = stats;
    if (size > settings.partBytes)
      return await putInParts(target, size, settings, sendParts(file, target.client, settings.pauseMs));
    const { client, Bucket, Key } = target;
    const Body = await file.readFile();
    const put = new PutObjectCommand({ Bucket, Key, Body, ContentMD5: await md5Of([Body], size) });
    await persistently(settings.pauseMs, () => client.send(put, SENDS_CONTENT));
  } finally {
    await file.close();
  }
};
