import type { Knex } from 'knex';
import type { Queries } from '../../../application/ports/all-queries.js';
import type { OwnerWeights } from '../../../application/renders/fair-turns.js';
import { postgresApiKeyQueries } from './api-keys.js';
import { postgresAssetQueries } from './assets.js';
import type { OnAdvanced } from './batched-lookup.js';
import { postgresRenderBatchQueries } from '../renders/render-batches.js';
import { outlookQueries } from './render-outlooks.js';
import { postgresRenderQueries } from './renders.js';
import { postgresReviewQueries } from './reviews.js';
import { postgresVideoQueries } from './videos.js';
import { postgresWebhookEndpointQueries } from './webhook-endpoints.js';

/**
 * All queries, on the read models.
 * @param weights the weights of owners by which their renders are dispatched
 * @param onAdvanced tells when the read models have advanced; by default, followed rows are read at intervals
 */
export const postgresQueries = (
  database: Knex,
  weights: OwnerWeights = new Map(),
  onAdvanced: OnAdvanced = () => undefined,
): Queries => ({
  videos: postgresVideoQueries(database),
  reviews: postgresReviewQueries(database, onAdvanced),
  renders: postgresRenderQueries(database, outlookQueries(database, weights, onAdvanced)),
  renderBatches: postgresRenderBatchQueries(database),
  apiKeys: postgresApiKeyQueries(database),
  assets: postgresAssetQueries(database, onAdvanced),
  webhookEndpoints: postgresWebhookEndpointQueries(database),
});
