import type { Knex } from 'knex';
import type { WebhookSecrets } from '../../../application/ports/webhook-secrets.js';
import { run } from '../queries/run.js';

/** The storage of signing secrets. `kept_at` is when a secret was last stored: see `sweepWebhookOrphans`. */
export const postgresWebhookSecrets = (database: Knex): WebhookSecrets => ({
  keep: (endpointId, secretId, secret) =>
    run(async () => {
      await database('webhook_secrets')
        .insert({ endpoint_id: endpointId, secret_id: secretId, secret })
        .onConflict(['endpoint_id', 'secret_id'])
        .merge({ kept_at: database.fn.now() });
    }),
});
