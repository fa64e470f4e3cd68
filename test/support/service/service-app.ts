/** The HTTP application of the service in tests. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { Knex } from 'knex';
import { engineFileInspector } from '../../../infrastructure/rendering/engine/file-inspector.js';
import { PUBLIC_BASE_URL } from './public-base-url.js';
import { presenceFeed } from '../../../infrastructure/nats/presence-feed.js';
import { proxyWithSampleMedia } from '../../../infrastructure/sources/sample-media.js';
import { shippedSamples } from '../../../infrastructure/platform/shipped-samples.js';
import { shippedFamilies } from '../../../infrastructure/rendering/text/fonts/shipped-fonts.js';
import type { Previews } from '../../../application/ports/previews.js';
import type { renderWatching } from '../../../application/renders/watch-renders.js';
import { batchAdmission, renderAdmission } from '../../../application/renders/admit-render.js';
import type { WriteDependencies } from '../../../application/commands/write-and-await.js';
import { eventStoreDbArchive } from '../../../infrastructure/eventstore/event-archive.js';
import type { PipelineDependencies } from '../../../infrastructure/http/server/pipeline.js';
import type { DownloadLimits } from '../../../infrastructure/sources/retried-transfer.js';
import { apiResources } from '../../../infrastructure/http/server/request-permits.js';
import type { ResumableUploads } from '../../../infrastructure/http/server/resumable-uploads.js';
import { createApp } from '../../../infrastructure/http/server/app.js';
import { videoLinks } from '../../../infrastructure/http/server/video-links.js';
import { postgresAssetUploads } from '../../../infrastructure/postgres/requests/asset-uploads.js';
import { postgresIdempotency } from '../../../infrastructure/postgres/requests/idempotency.js';
import type { postgresQueries } from '../../../infrastructure/postgres/queries/queries.js';
import { postgresRateLimiter } from '../../../infrastructure/postgres/requests/rate-limits.js';
import { postgresWebhookDeliveries } from '../../../infrastructure/postgres/queries/webhook-deliveries.js';
import { postgresWebhookSecrets } from '../../../infrastructure/postgres/webhooks/webhook-secrets.js';
import { systemClock } from '../../../infrastructure/platform/system-clock.js';
import type { guardedAgents } from '../../../infrastructure/net/guarded-agents.js';
import { guardedSourceProxy } from '../../../infrastructure/sources/source-proxy.js';
import { guardedWebhookAddresses } from '../../../infrastructure/webhooks/webhook-addresses.js';
import type { testLog } from '../event-store/merkle-log.js';
import type { ObjectStorage } from '../../../application/ports/object-storage.js';

/** Maximum size of a file to verify. */
export const MAX_VERIFY_BYTES = 4 * 1024 * 1024;

/** What owners may upload. */
export const ASSET_LIMITS = { fileBytes: 8 * 1024 * 1024, ownerBytes: 24 * 1024 * 1024, ownerUploads: 4 };

/** Number of days after which records say that outputs expire. */
export const RETENTION_DAYS = 30;

/** The key that signs links to videos, among other things. */
export const SERVICE_KEY = Buffer.alloc(32, 7);

/** Limits of the HTTP API, for tests that exceed them. */
export interface HttpLimits {
  readonly idleTimeoutMs?: number;
  readonly timeLimitOf?: PipelineDependencies['timeLimitOf'] & {};
  readonly sources?: Partial<DownloadLimits>;
}

/** What the application needs of the service, and its limits. */
interface Parts {
  readonly dependencies: WriteDependencies;
  readonly queries: ReturnType<typeof postgresQueries>;
  readonly watching: ReturnType<typeof renderWatching>;
  readonly underWayPerOwner: number;
  readonly maxPendingRenders: number;
  readonly approvedOnly: boolean;
  readonly maxOpenBatches: number;
  readonly previews: Previews;
  /** What differs from the table of shared resources. */
  readonly permits: Parameters<typeof apiResources>[0];
  readonly client: EventStoreDBClient;
  readonly database: Knex;
  readonly agents: ReturnType<typeof guardedAgents>;
  readonly allowedPrivateHosts: ReadonlyArray<string>;
  readonly log: ReturnType<typeof testLog>;
  readonly objectStorage: ObjectStorage;
  readonly outputUrls: 'proxy' | 'presigned';
  readonly assetStorage: ObjectStorage;
  readonly uploads: ResumableUploads;
  readonly dataDir: string;
  readonly logger: Logger;
  readonly http: HttpLimits;
}

export const serviceApp = ({
  dependencies,
  client,
  database,
  log,
  agents,
  dataDir,
  logger,
  http,
  ...parts
}: Parts) =>
  createApp({
    ...dependencies,
    queries: parts.queries,
    watching: parts.watching,
    underWayPerOwner: parts.underWayPerOwner,
    approvedOnly: parts.approvedOnly,
    admitRender: renderAdmission(parts.queries.renders, parts.maxPendingRenders),
    admitBatch: batchAdmission(parts.queries.renderBatches, parts.maxOpenBatches),
    previews: parts.previews,
    presence: presenceFeed(() => undefined),
    permits: apiResources(parts.permits),
    eventArchive: eventStoreDbArchive(client, log.againstLog),
    webhookSecrets: postgresWebhookSecrets(database),
    sourceProxy: proxyWithSampleMedia(
      PUBLIC_BASE_URL,
      guardedSourceProxy({ agents, limits: http.sources ?? {} }),
    ),
    webhookAddresses: guardedWebhookAddresses(parts.allowedPrivateHosts),
    webhookDeliveries: postgresWebhookDeliveries(database),
    rateLimiter: postgresRateLimiter(database),
    idempotency: postgresIdempotency(database, SERVICE_KEY),
    merkleLog: log.merkleLog,
    signingKeys: log.keys,
    objectStorage: parts.objectStorage,
    assetStorage: parts.assetStorage,
    uploads: postgresAssetUploads(database),
    assetLimits: ASSET_LIMITS,
    resumableUploads: parts.uploads,
    outputUrls: parts.outputUrls,
    retentionDays: RETENTION_DAYS,
    fonts: shippedFamilies,
    samples: shippedSamples(PUBLIC_BASE_URL),
    fileInspector: engineFileInspector(),
    fileReceiving: { folder: join(dataDir, 'uploads'), maxBytes: MAX_VERIFY_BYTES },
    videoLinks: videoLinks(SERVICE_KEY, systemClock),
    publicBaseUrl: PUBLIC_BASE_URL,
    crossOrigin: { origins: ['https://app.example.org'], apiKeys: false },
    logger,
    ...(http.timeLimitOf ? { timeLimitOf: http.timeLimitOf } : {}),
    reachable: () => Promise.resolve({ postgresql: true }),
    observe: () => undefined,
    metrics: () => Promise.resolve(''),
  });
