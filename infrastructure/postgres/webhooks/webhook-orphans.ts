import type { Knex } from 'knex';

/** How many were removed or cancelled. */
export interface WebhookOrphans {
  readonly secrets: number;
  readonly deliveries: number;
}

/**
 * How long a secret may wait for the event that names it, and a delivery for its endpoint. A request that stores a
 * secret appends its event within minutes, including retries.
 */
const GRACE = `interval '1 hour'`;

const OF_DELETED = `exists (
  select from webhook_endpoints as endpoint
  where endpoint.endpoint_id = orphan.endpoint_id and endpoint.deleted_at is not null)`;

const ALL_DECODED = `not exists (select from projection_skipped_types)
  and not exists (select from projection_skipped_events where stream like 'webhookEndpoint-%')`;

/** Secrets from before `:before` that no version names. Use it only when all later events are projected and decoded. */
const UNNAMED = `orphan.kept_at < :before
  and not exists (
    select from webhook_secret_versions as version
    where version.endpoint_id = orphan.endpoint_id and version.secret_id = orphan.secret_id)
  and ${ALL_DECODED}`;

const WITHOUT_ENDPOINT = `orphan.created_at < :before
  and not exists (select from webhook_endpoints as endpoint where endpoint.endpoint_id = orphan.endpoint_id)
  and ${ALL_DECODED}`;

/**
 * Removes secrets and cancels waiting deliveries that belong to no endpoint, because of requests that were refused or
 * lost after they stored a secret, or of endpoints that earlier releases deleted.
 * @param isCaughtUp whether the read models have applied every event. If not, only what belongs to deleted endpoints is
 * certainly orphaned: the event that names the rest may not have been applied yet
 */
export const sweepWebhookOrphans = async (
  database: Knex,
  isCaughtUp: () => Promise<boolean>,
): Promise<WebhookOrphans> => {
  const { rows } = await database.raw<{ rows: ReadonlyArray<{ before: Date }> }>(
    `select now() - ${GRACE} as before`,
  );
  const before = rows[0]?.before ?? new Date(0);
  const isSure = await isCaughtUp();
  const orphans = (andAlso: string) => `(${OF_DELETED}${isSure ? ` or (${andAlso})` : ''})`;
  const bindings = isSure ? { before } : {};
  const secrets = await database('webhook_secrets as orphan').whereRaw(orphans(UNNAMED), bindings).delete();
  const deliveries = await database('webhook_deliveries as orphan')
    .where('status', 'waiting')
    .whereRaw(orphans(WITHOUT_ENDPOINT), bindings)
    .update({ status: 'cancelled', claim_id: null, finished_at: database.fn.now() });
  return { secrets, deliveries };
};
