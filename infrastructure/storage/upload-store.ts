import { mkdir, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import type { StorageConfig } from './open-object-storage.js';

/** A disk with less free space than this, in bytes, counts as full: the failed write may have been larger. */
const NO_SPACE = 1024 * 1024;

const isFull = async (folder: string): Promise<boolean> => {
  const disk = await statfs(folder);
  return disk.bavail * disk.bsize < NO_SPACE;
};

const inFolder = async (directory: string) => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return {
    store: new FileStore({ directory }),
    prefix: '',
    fileOf: async (id: string): Promise<string | undefined> => {
      const path = join(directory, id);
      return (await stat(path)).isFile() ? path : undefined;
    },
    finish: () => Promise.resolve(),
    addresses: undefined,
    isFull: () => isFull(directory),
  };
};

const inBucket = async (config: StorageConfig, bucket: string, prefix: string) => {
  const [{ S3UploadStore }, { S3_TIMEOUTS, s3Options }] = await Promise.all([
    import('./s3-upload-store.js'),
    import('./s3-client.js'),
  ]);
  const store = new S3UploadStore({ bucket, ...s3Options(config, { ...S3_TIMEOUTS, respond: 0 }) });
  return {
    store,
    prefix: `${prefix}uploads/`,
    fileOf: async (): Promise<string | undefined> => undefined,
    finish: (id: string) => store.finish(id),
    addresses: (id: string, bytes: number, seconds: number) => store.addresses(id, bytes, seconds),
    // The store sends each part from a temporary file.
    isFull: () => isFull(tmpdir()),
  };
};

/** Where unfinished uploads are: next to the object storage, so that all processes have them. */
export const openUploadStore = async (config: StorageConfig) => {
  const store = config.objectStore ?? { type: 'file', folder: config.dataDir };
  return store.type === 'file'
    ? inFolder(join(store.folder, 'uploading'))
    : inBucket(config, store.bucket, store.prefix);
};
