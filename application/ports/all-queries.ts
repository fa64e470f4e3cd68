import type { VideoQueries, RenderQueries, ApiKeyQueries } from './queries.js';
import type { WebhookEndpointQueries } from './webhook-endpoints.js';
import type { AssetQueries } from './assets.js';
import type { RenderBatchQueries } from './render-batches.js';
import type { ReviewQueries } from './reviews.js';

export interface Queries {
  readonly videos: VideoQueries;
  readonly reviews: ReviewQueries;
  readonly renders: RenderQueries;
  readonly renderBatches: RenderBatchQueries;
  readonly apiKeys: ApiKeyQueries;
  readonly assets: AssetQueries;
  readonly webhookEndpoints: WebhookEndpointQueries;
}
