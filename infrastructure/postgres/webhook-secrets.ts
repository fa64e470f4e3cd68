import type { Knex } from 'knex';
import type { WebhookSecrets } from '../../application/ports/webhook-secrets.js';
import { run } from './queries/run.js';

/** A request that is done again after a crash brings the same secret again. */
const insertOnce = async (database: Knex, secret: object): Promise<void> => {
  await database('webhook_secrets').insert(secret).onConflict(['endpoint_id', 'version']).ignore();
};

/** The vault for signing secrets. */
export const postgresWebhookSecrets = (database: Knex): WebhookSecrets => ({
  store: (endpointId, secret) =>
    run(async () => {
      await insertOnce(database, { endpoint_id: endpointId, version: 1, secret });
    }),

  rotate: (endpointId, secret, { secretVersion, previousExpireAt, xSignatureSwitchesAt }) =>
    run(() =>
      database.transaction(async (transaction) => {
        await transaction('webhook_secrets')
          .where({ endpoint_id: endpointId })
          .whereNull('expires_at')
          .update({ expires_at: previousExpireAt });
        await insertOnce(transaction, {
          endpoint_id: endpointId,
          version: secretVersion,
          secret,
          x_signature_from: xSignatureSwitchesAt,
        });
      }),
    ),

  forget: (endpointId) =>
    run(async () => {
      await database('webhook_secrets').where({ endpoint_id: endpointId }).delete();
    }),
});
