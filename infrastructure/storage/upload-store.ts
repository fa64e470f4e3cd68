import { mkdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import type { StorageConfig } from './open-object-storage.js';

/** A disk with less free space than this, in bytes, counts as full: the failed write may have been larger. */
const NO_SPACE = 1024 * 1024;

const inFolder = async (directory: string) => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return {
    store: new FileStore({ directory }),
    prefix: '',
    fileOf: async (id: string): Promise<string | undefined> => {
      const path = join(directory, id);
      return (await stat(path)).isFile() ? path : undefined;
    },
    isFull: async (): Promise<boolean> => {
      const disk = await statfs(directory);
      return disk.bavail * disk.bsize < NO_SPACE;
    },
  };
};

const inBucket = async (config: StorageConfig, bucket: string, prefix: string) => {
  const { S3Store } = await import('@tus/s3-store');
  const { s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey, s3PathStyle } = config;
  return {
    store: new S3Store({
      useTags: false,
      s3ClientConfig: {
        bucket,
        region: s3Region,
        forcePathStyle: s3PathStyle,
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        ...(s3Endpoint === undefined ? {} : { endpoint: s3Endpoint }),
        ...(s3AccessKeyId === undefined || s3SecretAccessKey === undefined
          ? {}
          : { credentials: { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey } }),
      },
    }),
    prefix: `${prefix}uploads/`,
    fileOf: async (): Promise<string | undefined> => undefined,
    isFull: async (): Promise<boolean> => false,
  };
};

/** Where unfinished uploads are: next to the object storage, so that all processes have them. */
export const openUploadStore = async (config: StorageConfig) => {
  const store = config.objectStore ?? { type: 'file', folder: config.dataDir };
  return store.type === 'file'
    ? inFolder(join(store.folder, 'uploading'))
    : inBucket(config, store.bucket, store.prefix);
};
