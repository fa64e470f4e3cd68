import type { Knex } from 'knex';
import { resumeUploads } from '../../http/server/finish-upload.js';
import { resumableUploads } from '../../http/server/resumable-uploads.js';
import type { ConnectedConfig } from '../../platform/config.js';
import type { Logger } from '../../platform/logging.js';
import { postgresAssetUploads } from '../../postgres/requests/asset-uploads.js';
import { postgresUploadLocks } from '../../postgres/requests/upload-locks.js';
import { openObjectStorage } from '../../storage/open-object-storage.js';
import { openUploadStore } from '../../storage/upload-store.js';
import type { LoopWatch } from './watch-loops.js';

/** How often interrupted uploads are looked for, in ms. */
const RESUME_EVERY = 10_000;

/** The dependencies of the API for assets of owners. */
export const assetDependencies = async (config: ConnectedConfig, database: Knex) => {
  const locks = await postgresUploadLocks(config.databaseUrl);
  const maxBytes = config.assetMaxBytes;
  const assetStorage = await openObjectStorage(config, 'assets');
  return {
    dependencies: {
      assetStorage,
      uploads: postgresAssetUploads(database),
      assetLimits: {
        fileBytes: maxBytes,
        ownerBytes: config.ownerMaxAssetBytes,
        ownerUploads: config.ownerMaxUploads,
      },
      resumableUploads: resumableUploads(await openUploadStore(config, assetStorage), { locks, maxBytes }),
    },
    close: locks.close,
  };
};

/** Finishes uploads that were interrupted, now and periodically. */
export const startResumingUploads = (
  uploadDependencies: Parameters<typeof resumeUploads>[0],
  loops: LoopWatch,
  logger: Logger,
) =>
  loops.repeat('unfinished uploads', RESUME_EVERY, async () => {
    for (const { assetId, fault } of await resumeUploads(uploadDependencies))
      logger.warn({ assetId, fault }, 'an upload could not be finished; it is tried again');
  });
