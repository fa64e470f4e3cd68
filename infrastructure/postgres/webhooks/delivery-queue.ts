import type { Knex } from 'knex';
import type { Clock } from '../../../application/ports/clock.js';
import type {
  AfterAttempt,
  ClaimedDelivery,
  DeliveryQueue,
  SendResult,
} from '../../../application/ports/webhook-deliveries.js';
import type { OwnerId, WebhookEndpointId } from '../../../domain/ids.js';
import { type SecretVersion, signingSecrets } from '../../../domain/webhook-endpoint/signing-secrets.js';
import { run } from '../queries/run.js';

/** How long a claim is kept, in ms: longer than any attempt, and over within 30 s of its process being lost. */
export const LEASE_MS = 25_000;

/** How many deliveries of one endpoint are under way at a time, over all processes. */
export const PER_ENDPOINT = 10;

/** The same for an endpoint whose last attempt failed. */
export const PER_FAILING_ENDPOINT = 2;

/** For how long an endpoint is left alone after a failure, in ms, so that one that fails fast keeps no process busy. */
export const REST_MS = 500;

/** Serialises claims, so that no two processes count the same room at an endpoint. */
const CLAIM_LOCK = 0x6677_636c;

/**
 * Takes the lock, and has the planner look up what it claims by key: it expects as many deliveries as the limit allows,
 * mostly finds few, and would read the whole tables of deliveries and messages for them, which only ever grow.
 */
const BEFORE_CLAIM = `
  select pg_advisory_xact_lock(${CLAIM_LOCK}), set_config('enable_seqscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`;

/**
 * Takes due deliveries by state, never by number, round robin over the endpoints: however many deliveries one
 * endpoint has waiting, the next one of every other endpoint comes before its second.
 * `busy` steps from one endpoint with waiting deliveries to the next in the index, not through the deliveries.
 */
const CLAIM = `
  with recursive busy (endpoint_id) as (
    (select endpoint_id from webhook_deliveries where status = 'waiting' order by endpoint_id limit 1)
    union all
    select (select endpoint_id from webhook_deliveries
            where status = 'waiting' and endpoint_id > busy.endpoint_id order by endpoint_id limit 1)
    from busy where busy.endpoint_id is not null
  ),
  open as (
    select endpoint_id, endpoint.owner_id, endpoint.url, secrets.kept as secrets,
      greatest(0, case
          when health.failing_since >= endpoint.active_since then
            case when health.rests_until > :now then 0 else ${PER_FAILING_ENDPOINT} end
          else ${PER_ENDPOINT}
        end
        - (select count(*) from webhook_deliveries as claimed
           where claimed.endpoint_id = busy.endpoint_id and claim_id is not null and due_at > :now)) as room
    from busy
    join webhook_endpoints as endpoint using (endpoint_id)
    left join webhook_endpoint_health as health using (endpoint_id)
    cross join lateral (
      select json_agg(json_build_object('secret', secret, 'version', version,
        'xSignatureFrom', x_signature_from, 'previousExpireAt', previous_expire_at))
      from webhook_secret_versions join webhook_secrets using (endpoint_id, secret_id)
      where endpoint_id = busy.endpoint_id
    ) as secrets (kept)
    where endpoint.status = 'active' and deleted_at is null and secrets.kept is not null
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
  select delivery_id, claim_id, endpoint_id, open.owner_id, url, message_id, event, render_id, body, attempts,
    failures, secrets
  from claimed join open using (endpoint_id) join webhook_messages using (message_id)
  order by turn, claimed.created_at`;

/** The outcome, if the claim still holds; what was answered, in any case. */
const RECORD = `
  with attempt as (
    update webhook_attempts
    set started_at = :startedAt, finished_at = :finishedAt, http_status = :httpStatus, error = :error, answer = :answer
    where delivery_id = :deliveryId and attempt = :attempt
  ),
  outcome as (
    update webhook_deliveries
    set claim_id = null, status = :status, due_at = coalesce(:nextAt, due_at), finished_at = :doneAt,
      failures = failures + case when :succeeded then 0 else 1 end
    where delivery_id = :deliveryId and claim_id = :claimId
  )
  insert into webhook_endpoint_health as health (endpoint_id, failing_since, rests_until)
  values (:endpointId, case when :succeeded then null else cast(:startedAt as timestamptz) end, :restsUntil)
  on conflict (endpoint_id) do update set rests_until = :restsUntil, failing_since = case
    when :succeeded then null
    when health.failing_since >= (select active_since from webhook_endpoints where endpoint_id = :endpointId)
      then health.failing_since
    else excluded.failing_since end
  where health.failing_since is not null or excluded.failing_since is not null
  returning failing_since`;

interface ClaimedRow {
  readonly delivery_id: string;
  readonly claim_id: string;
  readonly endpoint_id: WebhookEndpointId;
  readonly owner_id: OwnerId;
  readonly url: string;
  readonly message_id: string;
  readonly event: string;
  readonly render_id: string;
  readonly body: Buffer;
  readonly attempts: number;
  readonly failures: number;
  readonly secrets: ReadonlyArray<SecretVersion>;
}

const toClaim = (row: ClaimedRow, now: Date): ClaimedDelivery => ({
  deliveryId: row.delivery_id,
  claimId: row.claim_id,
  endpointId: row.endpoint_id,
  ownerId: row.owner_id,
  url: row.url,
  messageId: row.message_id,
  idempotencyKey: `${row.render_id}:${row.event}`,
  body: row.body,
  attempt: row.attempts,
  failures: row.failures,
  secrets: signingSecrets(row.secrets, now),
});

const STATUS_AFTER = {
  Delivered: 'delivered',
  TryAgain: 'waiting',
  GivenUp: 'failed',
} as const satisfies Record<AfterAttempt['_tag'], string>;

const resultColumns = (result: SendResult) =>
  result._tag === 'Answered'
    ? { httpStatus: result.status, error: null, answer: Buffer.from(result.body) }
    : { httpStatus: null, error: `${result.stage}: ${result.message}`, answer: null };

/** Deliveries in PostgreSQL. Times are those of `clock`; processes may differ by seconds, not by minutes. */
export const postgresDeliveryQueue = (database: Knex, clock: Clock): DeliveryQueue => ({
  claim: (limit) =>
    run(() =>
      database.transaction(async (transaction) => {
        await transaction.raw(BEFORE_CLAIM);
        const now = clock.now();
        const { rows } = await transaction.raw<{ rows: ReadonlyArray<ClaimedRow> }>(CLAIM, {
          now,
          leaseEnd: new Date(now.getTime() + LEASE_MS),
          limit,
        });
        return rows.map((row) => toClaim(row, now));
      }),
    ),

  record: (claim, { startedAt, finishedAt, result, after }) =>
    run(async () => {
      const { rows } = await database.raw<{ rows: ReadonlyArray<{ failing_since: Date | null }> }>(RECORD, {
        deliveryId: claim.deliveryId,
        claimId: claim.claimId,
        attempt: claim.attempt,
        endpointId: claim.endpointId,
        startedAt,
        finishedAt,
        ...resultColumns(result),
        status: STATUS_AFTER[after._tag],
        nextAt: after._tag === 'TryAgain' ? after.at : null,
        doneAt: after._tag === 'TryAgain' ? null : finishedAt,
        succeeded: after._tag === 'Delivered',
        restsUntil: new Date(finishedAt.getTime() + REST_MS),
      });
      const failingSince = rows[0]?.failing_since;
      return failingSince ? { failingSince } : {};
    }),

  release: (claim) =>
    run(async () => {
      await database('webhook_deliveries')
        .where({ delivery_id: claim.deliveryId, claim_id: claim.claimId })
        .update({ claim_id: null, due_at: clock.now() });
    }),
});
