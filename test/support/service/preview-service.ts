/** The service with a worker for previews in this process; sources and webhooks may be on 127.0.0.1. */
import { beforePostgresStops } from '../servers/postgres.js';
import { previewsHere, type TestPreviews } from '../renders/previews.js';
import { type Service, startService } from './service.js';

export interface PreviewService {
  readonly service: Service;
  readonly worker: TestPreviews;
}

const start = async (sandboxed: boolean, ready: number): Promise<PreviewService> => {
  const worker = await previewsHere({ sandboxed, ready });
  const service = await startService({ previews: worker.previews, allowedPrivateHosts: ['127.0.0.1'] });
  beforePostgresStops(async () => {
    await service.stop();
    await worker.close();
  });
  return { service, worker };
};

let shared: Promise<PreviewService> | undefined;

/**
 * Shared by the suites of a mocha process: use your own owners.
 * @param sandboxed whether previews start sandboxed processes, as in a worker
 * @param ready how many of these processes wait for the next preview
 */
export const previewService = ({ sandboxed = false, ready = 0 } = {}): Promise<PreviewService> =>
  (shared ??= start(sandboxed, ready));
