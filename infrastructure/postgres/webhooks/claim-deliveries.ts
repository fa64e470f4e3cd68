import type { Knex } from 'knex';
import type { ClaimedDelivery } from '../../../application/ports/webhook-deliveries.js';
import type { WebhookEndpointId } from '../../../domain/ids.js';
import { type EndpointHealth, deliveriesAllowed } from '../../../domain/webhook-endpoint/endpoint-health.js';
import { type SecretVersion, signingSecrets } from '../../../domain/webhook-endpoint/signing-secrets.js';
import type { ServerTime } from '../connection/database.js';

/** The lease of a claim in ms: longer than any attempt, and less than 30 s after its process crashed. */
const LEASE_MS = 25_000;

/** Serialises claims, so that no two processes use the same capacity of an endpoint. */
const CLAIM_LOCK = 0x6677_636c;

/**
 * Takes the lock, and makes the planner use index lookups. It expects as many deliveries as the limit allows, but
 * usually there are few, and it would scan the whole, ever-growing tables of deliveries and messages.
 */
const BEFORE_CLAIM = `
  select pg_advisory_xact_lock(${CLAIM_LOCK}), set_config('enable_seqscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`;

/**
 * The endpoints with waiting deliveries and their recent outcomes. Finds them by an index skip scan instead of reading
 * the deliveries.
 */
const BUSY = `
  with recursive busy (endpoint_id) as (
    (select endpoint_id from webhook_deliveries where status = 'waiting' order by endpoint_id limit 1)
    union all
    select (select endpoint_id from webhook_deliveries
            where status = 'waiting' and endpoint_id > busy.endpoint_id order by endpoint_id limit 1)
    from busy where busy.endpoint_id is not null
  )
  select endpoint_id as "endpointId", endpoint.status, active_since as "activeSince",
    failing_since as "failingSince", rests_until as "restsUntil",
    (select count(*) from webhook_deliveries as claimed
     where claimed.endpoint_id = busy.endpoint_id and claim_id is not null and due_at > :now)::int as "underWay"
  from busy
  join webhook_endpoints as endpoint using (endpoint_id)
  left join webhook_endpoint_health using (endpoint_id)
  where deleted_at is null`;

/**
 * Claims due deliveries by state, never by number, as many per endpoint as its capacity allows, round robin by
 * endpoint: however many deliveries are waiting for one endpoint, the next one of every other endpoint precedes its
 * second.
 */
const CLAIM = `
  with open as (
    select endpoint_id, owner_id, url, room, secrets.kept as secrets
    from unnest(cast(:endpointIds as uuid[]), cast(:rooms as int[])) as given (endpoint_id, room)
    join webhook_endpoints using (endpoint_id)
    cross join lateral (
      select json_agg(json_build_object('secret', secret, 'version', version,
        'xSignatureFrom', x_signature_from, 'previousExpireAt', previous_expire_at))
      from webhook_secret_versions join webhook_secrets using (endpoint_id, secret_id)
      where endpoint_id = given.endpoint_id
    ) as secrets (kept)
    where secrets.kept is not null
  ),
  due as (
    select delivery_id, row_number() over (partition by endpoint_id order by due_at) as turn
    from open cross join lateral (
      select delivery_id, due_at from webhook_deliveries as waiting
      where waiting.endpoint_id = open.endpoint_id and status = 'waiting' and due_at <= :now
      order by due_at limit open.room for update skip locked
    ) as next
    order by turn, due_at limit :limit
  ),
  claimed as (
    update webhook_deliveries as delivery
    set claim_id = gen_random_uuid(), due_at = :leaseEnd, attempts = attempts + 1
    from due where delivery.delivery_id = due.delivery_id
    returning delivery.*, turn
  ),
  started as (
    insert into webhook_attempts (delivery_id, attempt, started_at)
    select delivery_id, attempts, cast(:now as timestamptz) from claimed
  )
  select delivery_id as "deliveryId", claim_id as "claimId", endpoint_id as "endpointId", open.owner_id as "ownerId",
    url, message_id as "messageId", coalesce(render_id, batch_id, asset_id, message_id) || ':' || event as "idempotencyKey",
    body, attempts as attempt, failures, secrets, traceparent
  from claimed join open using (endpoint_id) join webhook_messages using (message_id)
  order by turn, claimed.created_at`;

interface BusyRow extends EndpointHealth {
  readonly endpointId: WebhookEndpointId;
  readonly underWay: number;
}

interface ClaimedRow extends Omit<ClaimedDelivery, 'claimedAt' | 'secrets' | 'traceparent'> {
  readonly secrets: ReadonlyArray<SecretVersion>;
  readonly traceparent: string | null;
}

/** Claims up to `limit` due deliveries; `deliveriesAllowed` determines the maximum per endpoint. */
export const claimDeliveries = (
  database: Knex,
  time: ServerTime,
  limit: number,
): Promise<ReadonlyArray<ClaimedDelivery>> =>
  database.transaction(async (transaction) => {
    await transaction.raw(BEFORE_CLAIM);
    const now = await time(transaction);
    const { rows: busy } = await transaction.raw<{ rows: ReadonlyArray<BusyRow> }>(BUSY, { now });
    const open = busy.flatMap(({ endpointId, underWay, ...health }) => {
      const room = deliveriesAllowed(health, underWay, now);
      return room > 0 ? [{ endpointId, room }] : [];
    });
    if (open.length === 0) return [];
    const { rows } = await transaction.raw<{ rows: ReadonlyArray<ClaimedRow> }>(CLAIM, {
      endpointIds: open.map(({ endpointId }) => endpointId),
      rooms: open.map(({ room }) => room),
      now,
      leaseEnd: new Date(now.getTime() + LEASE_MS),
      limit,
    });
    return rows.map(({ secrets, traceparent, ...row }) => ({
      ...row,
      claimedAt: now,
      secrets: signingSecrets(secrets, now),
      ...(traceparent === null ? {} : { traceparent }),
    }));
  });
