import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type ObjectStorage, storageTask } from '../../application/ports/object-storage.js';
import { sha256OfFile } from '../../workers/files/file-hash.js';
import { hasFullDisk } from '../../workers/files/full-disk.js';
import type { StorageConfig } from './open-object-storage.js';

const inFolder = async (directory: string, assets: Pick<ObjectStorage, 'put'>) => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return {
    store: new FileStore({ directory }),
    prefix: '',
    complete: async (id: string) => {
      const path = join(directory, id);
      return { sha256: await sha256OfFile(path), storeAs: (key: string) => assets.put(key, path) };
    },
    addresses: undefined,
    isFull: () => hasFullDisk(directory),
  };
};

/** The SHA-256 (hex) and the bytes of a stored object. */
const hashObject = async (objects: Pick<ObjectStorage, 'find'>, key: string) => {
  const found = await objects.find(key)();
  if (E.isLeft(found) || O.isNone(found.right))
    throw new Error('the upload could not be read', { cause: found });
  const { bytes, read } = found.right.value;
  const hash = createHash('sha256');
  for await (const chunk of read()) hash.update(chunk);
  return { sha256: hash.digest('hex'), bytes };
};

const inBucket = async (config: StorageConfig, Bucket: string, prefix: string) => {
  const [{ S3UploadStore }, { s3Client, S3_TIMEOUTS, s3Options }, { s3Objects }, { copyObject }] =
    await Promise.all([
      import('./s3-upload-store.js'),
      import('./s3-client.js'),
      import('./s3-objects.js'),
      import('./s3-upload.js'),
    ]);
  const store = new S3UploadStore({ bucket: Bucket, ...s3Options(config, { ...S3_TIMEOUTS, respond: 0 }) });
  const uploads = `${prefix}uploads/`;
  const client = s3Client(config);
  const objects = s3Objects({ client, bucket: Bucket, prefix: uploads });
  return {
    store,
    prefix: uploads,
    complete: async (id: string) => {
      await store.finish(id);
      const { bytes, sha256 } = await hashObject(objects, id.slice(uploads.length));
      // Copied by the store: the bytes pass through this machine once, to be hashed.
      const storeAs = (key: string) => {
        const target = { client, Bucket, Key: `${prefix}assets/${key}` };
        return storageTask(() => copyObject({ Bucket, Key: id }, bytes, target));
      };
      return { sha256, storeAs };
    },
    addresses: (id: string, bytes: number, seconds: number) => store.addresses(id, bytes, seconds),
    // The store sends each part from a temporary file.
    isFull: () => hasFullDisk(tmpdir()),
  };
};

/**
 * Opens the store of unfinished uploads: next to the object storage, so that all processes share it.
 * @param assets the storage for complete uploads
 */
export const openUploadStore = async (config: StorageConfig, assets: Pick<ObjectStorage, 'put'>) => {
  const store = config.objectStore ?? { type: 'file', folder: config.dataDir };
  return store.type === 'file'
    ? inFolder(join(store.folder, 'uploading'), assets)
    : inBucket(config, store.bucket, store.prefix);
};
