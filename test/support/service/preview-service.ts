/** The service with a worker for previews in this process; sources and webhooks may be on 127.0.0.1. */
import type { ObjectStorage } from '../../../application/ports/object-storage.js';
import type { StoredAssets } from '../../../infrastructure/sources/stored-assets.js';
import { atEnd } from '../at-end.js';
import { previewsHere, type TestPreviews } from '../renders/previews.js';
import { type Service, startService } from './service.js';

export interface PreviewService {
  readonly service: Service;
  readonly worker: TestPreviews;
}

/** Starts both. The test stops them: first the service. */
export const startPreviewService = async (
  sandboxed = false,
  ready = 0,
  more: Parameters<typeof startService>[0] = {},
): Promise<PreviewService> => {
  /** The assets of the service, which starts after its worker. */
  const stored: StoredAssets & { readonly storage: Pick<ObjectStorage, 'put'> } = {
    assets: { byIds: (scope, ids) => service.queries.assets.byIds(scope, ids) },
    storage: {
      find: (key) => service.assetStorage.find(key),
      get: (key, path, sha256) => service.assetStorage.get(key, path, sha256),
      put: (key, path, sha256) => service.assetStorage.put(key, path, sha256),
    },
  };
  const worker = await previewsHere({ sandboxed, ready, stored });
  const service = await startService({
    previews: worker.previews,
    allowedPrivateHosts: ['127.0.0.1'],
    ...more,
  });
  return { service, worker };
};

const start = async (sandboxed: boolean, ready: number): Promise<PreviewService> => {
  const started = await startPreviewService(sandboxed, ready);
  atEnd(async () => {
    await started.service.stop();
    await started.worker.close();
  });
  return started;
};

let shared: Promise<PreviewService> | undefined;

/**
 * Shared by the suites of a process: use your own owners.
 * @param sandboxed whether previews start sandboxed processes, as in a worker
 * @param ready how many of these processes wait for the next preview
 */
export const previewService = ({ sandboxed = false, ready = 0 } = {}): Promise<PreviewService> =>
  (shared ??= start(sandboxed, ready));
