import type { ForgetEndpoint } from '../../../projections/change.js';
import type { Statement } from '../connection/statements.js';

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
