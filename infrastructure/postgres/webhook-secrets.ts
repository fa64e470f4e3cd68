import type { Knex } from 'knex';
import type { WebhookSecrets } from '../../application/ports/webhook-secrets.js';
import { run } from './queries/run.js';

/** The vault for signing secrets. */
export const postgresWebhookSecrets = (database: Knex): WebhookSecrets => ({
  store: (endpointId, secret) =>
    run(async () => {
      await database('webhook_secrets')
        .insert({ endpoint_id: endpointId, secret })
        .onConflict('endpoint_id')
        .ignore(); // a request that is done again after a crash brings the same secret
    }),
});
