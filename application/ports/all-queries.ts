import type { VideoQueries, RenderQueries, ApiKeyQueries, WebhookEndpointQueries } from './queries.js';
import type { AssetQueries } from './assets.js';
import type { RenderBatchQueries } from './render-batches.js';

export interface Queries {
  readonly videos: VideoQueries;
  readonly renders: RenderQueries;
  readonly renderBatches: RenderBatchQueries;
  readonly apiKeys: ApiKeyQueries;
  readonly assets: AssetQueries;
  readonly webhookEndpoints: WebhookEndpointQueries;
}
