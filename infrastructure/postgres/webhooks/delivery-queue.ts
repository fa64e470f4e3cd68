import type { Knex } from 'knex';
import type {
  AfterAttempt,
  DeliveryQueue,
  SendResult,
} from '../../../application/ports/webhook-deliveries.js';
import { REST_AFTER_FAILURE_MS } from '../../../domain/webhook-endpoint/endpoint-health.js';
import { run, type ServerTime, serverTime } from '../connection/database.js';
import { claimDeliveries } from './claim-deliveries.js';

/**
 * Records the outcome if the claim is still valid, and the response in any case. `failing_since`: the first failure
 * after the last success; in one statement because attempts to an endpoint may end concurrently.
 */
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

const STATUS_AFTER = {
  Delivered: 'delivered',
  TryAgain: 'waiting',
  GivenUp: 'failed',
} as const satisfies Record<AfterAttempt['_tag'], string>;

const resultColumns = (result: SendResult) =>
  result._tag === 'Answered'
    ? { httpStatus: result.status, error: null, answer: Buffer.from(result.body) }
    : { httpStatus: null, error: `${result.stage}: ${result.message}`, answer: null };

/** Deliveries in PostgreSQL. Its clock decides what is due, whatever the clocks of processes say. */
export const postgresDeliveryQueue = (database: Knex, time: ServerTime = serverTime): DeliveryQueue => ({
  claim: (limit) => run(() => claimDeliveries(database, time, limit)),

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
        restsUntil: new Date(finishedAt.getTime() + REST_AFTER_FAILURE_MS),
      });
      const failingSince = rows[0]?.failing_since;
      return failingSince ? { failingSince } : {};
    }),

  release: (claim) =>
    run(async () => {
      await database('webhook_deliveries')
        .where({ delivery_id: claim.deliveryId, claim_id: claim.claimId })
        .update({ claim_id: null, due_at: await time(database) });
    }),
});
