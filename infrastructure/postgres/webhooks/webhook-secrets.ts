import type { Knex } from 'knex';
import type { WebhookSecrets } from '../../../application/ports/webhook-secrets.js';
import { run } from '../connection/database.js';
import type { ForgetEndpoint } from '../../../projections/change.js';
import type { Statement } from '../connection/statements.js';

/** The storage of signing secrets. `kept_at` is when a secret was last stored: see `sweepWebhookOrphans`. */
export const postgresWebhookSecrets = (database: Knex): WebhookSecrets => ({
  store: (endpointId, secretId, secret) =>
    run(async () => {
      await database('webhook_secrets')
        .insert({ endpoint_id: endpointId, secret_id: secretId, secret })
        .onConflict(['endpoint_id', 'secret_id'])
        .merge({ kept_at: database.fn.now() });
    }),
});

/**
 * The SQL implementation of {@link ForgetEndpoint}. It runs after the endpoint is marked as deleted in the same
 * transaction. Queuing a delivery locks the endpoint's row first, so no delivery is missed.
 */
export const forgetStatements = (
  deleted: ReadonlyArray<Omit<ForgetEndpoint, '_tag'>>,
): ReadonlyArray<Statement> => {
  if (deleted.length === 0) return [];
  const ids = deleted.map(({ endpointId }) => endpointId);
  return [
    { text: 'delete from webhook_secrets where endpoint_id = any($1::uuid[])', values: [ids] },
    {
      text: `update webhook_deliveries as waiting
        set status = 'cancelled', claim_id = null, finished_at = greatest(deleted.at, waiting.created_at)
        from unnest($1::uuid[], $2::timestamptz[]) as deleted (endpoint_id, at)
        where waiting.endpoint_id = deleted.endpoint_id and status = 'waiting'`,
      values: [ids, deleted.map(({ at }) => at)],
    },
  ];
};
