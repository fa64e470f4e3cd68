import { join } from 'node:path';
import type { ObjectStorage } from '../../application/ports/object-storage.js';
import type { Config } from '../platform/config.js';
import { localFiles } from './local-files.js';

/** The content of the object storage, each kind in its own area: assets of owners, outputs, and pinned sources. */
export const STORAGE_AREAS = ['assets', 'outputs', 'sources'] as const;
export type StorageArea = (typeof STORAGE_AREAS)[number];

export type StorageConfig = Pick<
  Config,
  | 'dataDir'
  | 'objectStore'
  | 's3Endpoint'
  | 's3Region'
  | 's3AccessKeyId'
  | 's3SecretAccessKey'
  | 's3PathStyle'
>;

/** Opens one area of the configured object storage: a folder, or a prefix of a bucket. */
export const openObjectStorage = async (config: StorageConfig, area: StorageArea): Promise<ObjectStorage> => {
  const store = config.objectStore ?? { type: 'file', folder: config.dataDir };
  if (store.type === 'file') return localFiles(join(store.folder, area));
  // Loaded on demand: a process that stores files in a folder starts faster without the AWS SDK.
  const [{ s3Client }, { s3Objects }] = await Promise.all([
    import('./s3-client.js'),
    import('./s3-objects.js'),
  ]);
  return s3Objects({ client: s3Client(config), bucket: store.bucket, prefix: `${store.prefix}${area}/` });
};
