import type { Knex } from 'knex';
import type { Queries } from '../../../application/ports/all-queries.js';
import type { OwnerWeights } from '../../../application/renders/fair-turns.js';
import { postgresApiKeyQueries } from './api-keys.js';
import { postgresAssetQueries } from './assets.js';
import { postgresRenderBatchQueries } from '../renders/render-batches.js';
import { postgresRenderQueries } from './renders.js';
import { postgresReviewQueries } from './reviews.js';
import { postgresVideoQueries } from './videos.js';
import { postgresWebhookEndpointQueries } from './webhook-endpoints.js';

/**
 * All queries, on the read models.
 * @param weights the weights of owners by which their renders are dispatched
 */
export const postgresQueries = (database: Knex, weights: OwnerWeights = new Map()): Queries => ({
  videos: postgresVideoQueries(database),
  reviews: postgresReviewQueries(database),
  renders: postgresRenderQueries(database, weights),
  renderBatches: postgresRenderBatchQueries(database),
  apiKeys: postgresApiKeyQueries(database),
  assets: postgresAssetQueries(database),
  webhookEndpoints: postgresWebhookEndpointQueries(database),
});
