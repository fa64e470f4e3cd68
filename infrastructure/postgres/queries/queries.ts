import type { Knex } from 'knex';
import type { Queries } from '../../../application/ports/queries.js';
import { postgresApiKeyQueries } from './api-keys.js';
import { postgresRenderQueries } from './renders.js';
import { postgresVideoQueries } from './videos.js';
import { postgresWebhookEndpointQueries } from './webhook-endpoints.js';

/** All queries, on the read models. */
export const postgresQueries = (database: Knex): Queries => ({
  videos: postgresVideoQueries(database),
  renders: postgresRenderQueries(database),
  apiKeys: postgresApiKeyQueries(database),
  webhookEndpoints: postgresWebhookEndpointQueries(database),
});
