import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import type { Knex } from 'knex';
import {
  type Admission,
  type Idempotency,
  StoredResponse,
  type RepeatableRequest,
  type RequestOrigin,
} from '../../../application/ports/idempotency.js';
import { run } from '../connection/database.js';
import { derivedKey, seal, unseal } from '../settings/sealed-secret.js';

/** The lease on a request. If two processes work on it nevertheless, they create the same things. */
const LEASE_SECONDS = 3;
const RETENTION_HOURS = 72;

interface Row {
  readonly fingerprint: string;
  readonly seed: Buffer;
  readonly started_at: Date;
  readonly origin: RequestOrigin;
  readonly lease: string;
  readonly answer: Buffer | null;
}

const BEGIN = `
  insert into idempotent_requests as old (owner_id, key, fingerprint, seed, started_at, origin, lease, leased_until)
  values (:ownerId, :key, :requestHash, :seed, date_trunc('milliseconds', clock_timestamp()), :origin, :lease,
    clock_timestamp() + interval '${LEASE_SECONDS} s')
  on conflict (owner_id, key) do update set
    lease = case when old.leased_until < clock_timestamp() then excluded.lease else old.lease end,
    leased_until = case when old.leased_until < clock_timestamp() then excluded.leased_until else old.leased_until end
  returning fingerprint, seed, started_at, origin, lease, answer`;

/** Responses are encrypted, bound to their request, because they contain editor tokens and signing secrets. */
const vault = (serviceKey: Uint8Array) => {
  const key = derivedKey(serviceKey, 'kept answers');
  const nameOf = (request: RepeatableRequest): string => `${request.ownerId} ${request.key}`;
  return {
    seal: (request: RepeatableRequest, response: StoredResponse): Buffer =>
      seal(key, nameOf(request), JSON.stringify(response)),
    open: (request: RepeatableRequest, sealed: Buffer): StoredResponse => {
      const decoded = StoredResponse.decode(JSON.parse(unseal(key, nameOf(request), sealed)));
      if (E.isLeft(decoded)) throw new RangeError('a stored response is malformed');
      return decoded.right;
    },
  };
};

/**
 * Idempotent requests by owner and key, in one table. `serviceKey` is a secret that all API processes share and the
 * database does not hold. Without it, neither stored responses nor the ids and secrets derived from a seed can be read.
 */
export const postgresIdempotency = (
  database: Knex,
  serviceKey: Uint8Array,
): Idempotency & { readonly prune: () => Promise<void> } => {
  const responses = vault(serviceKey);
  const seedKey = derivedKey(serviceKey, 'request seeds');
  const rowOf = ({ ownerId, key, requestHash }: RepeatableRequest) =>
    database('idempotent_requests').where({ owner_id: ownerId, key, fingerprint: requestHash });

  const admission = (request: RepeatableRequest, row: Row, lease: string): Admission => {
    if (row.fingerprint !== request.requestHash) return { _tag: 'OtherRequest' };
    if (row.answer) return { _tag: 'Answered', response: responses.open(request, row.answer) };
    if (row.lease !== lease) return { _tag: 'InWork' };
    const seed = createHmac('sha256', seedKey).update(row.seed).digest();
    return { _tag: 'Begun', seed, startedAt: row.started_at, origin: row.origin };
  };

  return {
    begin: (request, origin) =>
      run(async () => {
        const lease = randomUUID();
        const bindings = { ...request, seed: randomBytes(32), origin: JSON.stringify(origin), lease };
        const { rows } = await database.raw<{ rows: ReadonlyArray<Row> }>(BEGIN, bindings);
        const [row] = rows;
        if (!row) throw new Error('the request was not stored');
        return admission(request, row, lease);
      }),

    finish: (request, response) =>
      run(async () => {
        const stored = await rowOf(request)
          .whereNull('answer')
          .update({ answer: responses.seal(request, response) });
        if (stored > 0) return response;
        const row = await rowOf(request).first<Pick<Row, 'answer'> | undefined>('answer');
        return row?.answer ? responses.open(request, row.answer) : response;
      }),

    forget: (request) =>
      run(async () => {
        await rowOf(request).whereNull('answer').delete();
      }),

    release: (request) =>
      run(async () => {
        await rowOf(request)
          .whereNull('answer')
          .update({ leased_until: database.raw("'-infinity'") });
      }),

    prune: async () => {
      await database('idempotent_requests')
        .where('started_at', '<', database.raw(`now() - interval '${RETENTION_HOURS} hours'`))
        .delete();
    },
  };
};
