import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import { hasSingleName, READ_NO_LINK } from './regular-file.js';
import { SENDS_CONTENT } from './s3-client.js';

const MiB = 1024 ** 2;

/** Number of parts that are sent concurrently. */
const PARALLEL_PARTS = 4;

/** Maximum number of parts of an object (Amazon S3 User Guide, "Multipart upload limits"). */
const MAX_PARTS = 10_000;

/** How often a part is sent at most, besides the client's own quick retries. */
const ROUNDS = 6;

export interface UploadSettings {
  /** Size of a part, in bytes; at least 5 MiB, except in stores that allow less. */
  readonly partBytes: number;
  /** How long to wait before a part is sent again, in ms; doubled after each failure. */
  readonly pauseMs: number;
}

export const UPLOAD_SETTINGS: UploadSettings = { partBytes: 8 * MiB, pauseMs: 1000 };

/** Where an upload goes. */
export interface UploadTarget {
  readonly client: S3Client;
  readonly Bucket: string;
  readonly Key: string;
}

/** Retries until it succeeds or has failed `ROUNDS` times. */
const persistently = async <A>(pauseMs: number, work: () => Promise<A>): Promise<A> => {
  for (let round = 1; ; round += 1) {
    try {
      return await work();
    } catch (error) {
      if (round === ROUNDS) throw error;
      await delay(pauseMs * 2 ** (round - 1));
    }
  }
};

const readPart = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const part = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(part, filled, length - filled, position + filled);
    if (bytesRead === 0) throw new Error('the file became shorter while it was stored');
    filled += bytesRead;
  }
  return part;
};

const md5Of = (part: Uint8Array): string => createHash('md5').update(part).digest('base64');

/**
 * Uploads a file in parts. A part that fails is sent again; parts that have arrived are not. The store checks each part
 * against its MD5. If the upload fails for good, its parts are removed from the store.
 */
const uploadParts = async (
  file: FileHandle,
  bytes: number,
  { client, ...target }: UploadTarget,
  { partBytes, pauseMs }: UploadSettings,
): Promise<void> => {
  const size = Math.max(partBytes, Math.ceil(bytes / MAX_PARTS));
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  if (UploadId === undefined) throw new Error('the store did not start an upload');
  const limit = pLimit(PARALLEL_PARTS);
  const sendPart = async (_: unknown, index: number) => {
    const start = index * size;
    const Body = await readPart(file, start, Math.min(size, bytes - start));
    const part = { ...target, UploadId, PartNumber: index + 1, Body, ContentMD5: md5Of(Body) };
    const { ETag } = await persistently(pauseMs, () =>
      client.send(new UploadPartCommand(part), SENDS_CONTENT),
    );
    return { PartNumber: index + 1, ...(ETag === undefined ? {} : { ETag }) };
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
    if (size > settings.partBytes) return await uploadParts(file, size, target, settings);
    const { client, Bucket, Key } = target;
    const Body = await readPart(file, 0, size);
    const put = new PutObjectCommand({ Bucket, Key, Body, ContentMD5: md5Of(Body) });
    await persistently(settings.pauseMs, () => client.send(put, SENDS_CONTENT));
  } finally {
    await file.close();
  }
};
