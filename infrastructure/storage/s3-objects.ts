import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import * as O from 'fp-ts/lib/Option.js';
import {
  type ByteRange,
  type ObjectEntry,
  type ObjectStorage,
  storageTask,
} from '../../application/ports/object-storage.js';
import { verifyContent } from './content-checksum.js';
import { isObjectKey } from './object-key.js';
import { nameFailedRequests } from './s3-client.js';
import { s3Content } from './s3-content.js';
import { UPLOAD_SETTINGS, type UploadSettings, uploadFile } from './s3-upload.js';

/** Number of objects in one listing, the most that S3 allows. */
const PAGE = 1000;

const NOT_FOUND = 404;

const unlessMissing = (error: unknown): undefined => {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === NOT_FOUND) return undefined;
  throw error;
};

export interface S3Location {
  readonly client: S3Client;
  readonly bucket: string;
  /** What the names of all objects begin with: empty, or ending with a slash. */
  readonly prefix: string;
}

/** Writes the content to a new file; removes the file again if it is not what its hash says. */
const writeNew = async (content: Readable, path: string, sha256: string | undefined): Promise<void> => {
  const file = createWriteStream(path, { flags: 'wx' });
  let isNew = false;
  file.once('open', () => (isNew = true));
  try {
    await pipeline(content, file);
    await verifyContent(path, sha256);
  } catch (error) {
    if (isNew) await rm(path, { force: true });
    throw error;
  }
};

/** The time of the store, as it says when it lists objects. */
const timeOf = async ({ client, bucket: Bucket, prefix }: S3Location): Promise<Date> => {
  const command = new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 });
  let date: string | undefined;
  command.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      date = (result.response as { readonly headers: Readonly<Record<string, string>> }).headers['date'];
      return result;
    },
    { step: 'deserialize' },
  );
  await client.send(command);
  const time = new Date(date ?? '');
  if (Number.isNaN(time.getTime())) throw new Error('the store sends no Date header');
  return time;
};

const abortUploads = async ({ client, bucket: Bucket, prefix }: S3Location, before: Date) => {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }));
  const old = Uploads.filter(({ Initiated }) => Initiated !== undefined && Initiated < before);
  for (const { Key, UploadId } of old)
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(unlessMissing); // finished in the meantime
  return old.length;
};

const listObjects = async (
  { client, bucket: Bucket, prefix }: S3Location,
  after: string | undefined,
): Promise<ReadonlyArray<ObjectEntry>> => {
  const { Contents = [] } = await client.send(
    new ListObjectsV2Command({
      Bucket,
      Prefix: prefix,
      MaxKeys: PAGE,
      ...(after === undefined ? {} : { StartAfter: prefix + after }),
    }),
  );
  return Contents.map(({ Key = '', Size = 0, LastModified = new Date(0) }) => ({
    key: Key.slice(prefix.length),
    bytes: Size,
    modifiedAt: LastModified,
  }));
};

/** Stores objects in a bucket of a store that speaks the protocol of Amazon S3. */
export const s3Objects = (place: S3Location, upload: UploadSettings = UPLOAD_SETTINGS): ObjectStorage => {
  const { client, bucket: Bucket, prefix } = place;
  nameFailedRequests(client);
  const at = (key: string) => ({ Bucket, Key: prefix + key });

  const head = async (key: string) =>
    isObjectKey(key) ? client.send(new HeadObjectCommand(at(key))).catch(unlessMissing) : undefined;

  /** Reads the object of this name and entity tag, or a part of it. */
  const content = (key: string, { ETag, ContentLength = 0 }: HeadObjectCommandOutput, part?: ByteRange) => {
    const range = part ?? { start: 0, end: ContentLength - 1 };
    return Readable.from(s3Content({ client, ...at(key), ETag, ...range }), { objectMode: false });
  };

  return {
    put: (key, path, sha256) =>
      storageTask(async () => {
        if (!isObjectKey(key)) throw new Error('the key is not valid');
        await verifyContent(path, sha256);
        await uploadFile(path, { client, ...at(key) }, upload);
      }),

    find: (key) =>
      storageTask(async () => {
        const found = await head(key);
        if (!found) return O.none;
        return O.some({
          bytes: found.ContentLength ?? 0,
          modifiedAt: found.LastModified ?? new Date(0),
          read: (range) => content(key, found, range),
        });
      }),

    get: (key, path, sha256) =>
      storageTask(async () => {
        const found = await head(key);
        if (!found) return false;
        await writeNew(content(key, found), path, sha256);
        return true;
      }),

    list: (after) => storageTask(() => listObjects(place, after)),

    time: storageTask(() => timeOf(place)),

    remove: (key) =>
      storageTask(async () => {
        if (isObjectKey(key)) await client.send(new DeleteObjectCommand(at(key)));
      }),

    removeUnfinished: (before) => storageTask(() => abortUploads(place, before)),

    signedUrl: (key, seconds, { disposition, type } = {}) =>
      storageTask(async () => {
        const named = { ResponseContentDisposition: disposition, ResponseContentType: type };
        const command = new GetObjectCommand({ ...at(key), ...named });
        return O.some(await getSignedUrl(client, command, { expiresIn: seconds }));
      }),
  };
};
