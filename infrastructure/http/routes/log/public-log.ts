import type { Router } from '@koa/router';
import * as E from 'fp-ts/lib/Either.js';
import type { MerkleLog } from '../../../../application/ports/merkle-log.js';
import type { SigningKeys } from '../../../../application/ports/signing-keys.js';
import { keySet, logProofRecord } from '../../../../application/records/log-records.js';
import { proveConsistency } from '../../../../application/transparency/log-proofs.js';
import { about, formatErrors } from '../../../../domain/codec/codec.js';
import { record } from '../../../../domain/codec/containers.js';
import { wholeNumberFromText } from '../../contract/query-codecs.js';
import { sendProblem } from '../../server/responding.js';
import { invalidRequest } from '../../contract/problem.js';
import { MAX_LOG_SIZE } from './log.js';

const ConsistencyQuery = record({
  from: about('The size of an earlier checkpoint.', wholeNumberFromText(0, MAX_LOG_SIZE)),
  size: about('The size of a later one.', wholeNumberFromText(1, MAX_LOG_SIZE)),
});

/**
 * What witnesses and verifiers can fetch without an API key: the newest checkpoint as a signed note, consistency
 * proofs, and the public keys. They reveal the number of events, but nothing of their content.
 */
export const publicLogRoutes = (
  router: Router,
  { merkleLog, signingKeys }: { readonly merkleLog: MerkleLog; readonly signingKeys: SigningKeys },
): void => {
  router.get('/log/checkpoint', async (ctx) => {
    const newest = await merkleLog.latestCheckpoint();
    if (!newest) return sendProblem(ctx, { _tag: 'NotFound', what: 'checkpoint' });
    ctx.set('Content-Type', 'text/plain; charset=utf-8');
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = newest.note;
  });
  router.get('/log/consistency', async (ctx) => {
    const query = ConsistencyQuery.decode(ctx.query);
    if (E.isLeft(query)) return sendProblem(ctx, invalidRequest(...formatErrors(query.left)));
    const { from, size } = query.right;
    const newest = await merkleLog.latestCheckpoint();
    if (from > size || size > (newest?.size ?? 0))
      return sendProblem(
        ctx,
        invalidRequest('from must be at most size, and size at most that of the newest checkpoint'),
      );
    ctx.body = { data: logProofRecord(await proveConsistency(merkleLog, from, size)) };
  });
  router.get('/.well-known/framewright-keys.json', async (ctx) => {
    ctx.set('Content-Type', 'application/jwk-set+json; charset=utf-8');
    ctx.set('Cache-Control', 'public, max-age=300');
    ctx.body = JSON.stringify(keySet(await signingKeys.all()));
  });
};
