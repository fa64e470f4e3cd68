import { setTimeout as pause } from 'node:timers/promises';
import { createHmac } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import { v7 } from 'uuid';
import type { Clock } from '../../../application/ports/clock.js';
import type {
  Idempotency,
  StoredResponse,
  RepeatableRequest,
  RequestOrigin,
} from '../../../application/ports/idempotency.js';
import type { Ids } from '../../../application/ports/ids.js';
import type { OperationResponse } from './operation.js';
import type { Problem } from '../contract/problem.js';
import { problemResponse } from '../contract/problem-responses.js';

/**
 * Ids derived from a seed: the same seed and time give the same ids in the same order, so that a repeated request
 * creates the same resources. They cannot be guessed without the seed.
 */
export const seededIds = (seed: Uint8Array, at: Date): Ids => {
  let count = 0;
  const draw = (purpose: string): Buffer =>
    createHmac('sha256', seed).update(`${purpose} ${count++}`).digest();
  return {
    uuid: () => v7({ random: draw('uuid').subarray(0, 16), msecs: at.getTime(), seq: count }),
    secret: () => draw('secret').toString('base64url'),
    repeatable: true,
  };
};

type Outcome = E.Either<Problem, OperationResponse>;
type Work = (seeded: { readonly ids: Ids; readonly clock: Clock }, origin: RequestOrigin) => Promise<Outcome>;

/** How long a repeated request waits for the first one before it gets a 409. */
const MAX_WAIT_MS = 4000;
const POLL_MS = 50;

const toStored = ({ status, json = '', headers = {} }: OperationResponse): StoredResponse => ({
  status,
  json,
  headers,
});

const fromStored = ({ status, json, headers }: StoredResponse): Outcome =>
  E.right({ status: status as OperationResponse['status'], headers, ...(json === '' ? {} : { json }) });

/**
 * Executes a request effectively once. A repetition on any process, concurrent or after a crash, gets the same response
 * and creates nothing twice.
 */
export const respondOnce = (idempotency: Idempotency) => {
  const running = new Map<string, Promise<unknown>>();

  const work = async (request: RepeatableRequest, doWork: () => Promise<Outcome>): Promise<Outcome> => {
    const outcome = await doWork();
    if (E.isRight(outcome)) {
      // If the process dies before the response is stored, a retry repeats the work from the same seed, with the same
      // result.
      const stored = await idempotency.finish(request, toStored(outcome.right))();
      return E.isLeft(stored) ? stored : fromStored(stored.right);
    }
    // A refusal changed nothing, so the request may be repeated. After a fault, the work may be half done. If either
    // call fails, the request's lease expires and the next attempt takes over.
    const { status } = problemResponse(outcome.left);
    await (status < 500 && outcome.left._tag !== 'Conflict'
      ? idempotency.forget(request)()
      : idempotency.release(request)());
    return outcome;
  };

  return async (request: RepeatableRequest, sent: RequestOrigin, doWork: Work): Promise<Outcome> => {
    const name = `${request.ownerId} ${request.key}`;
    const deadline = performance.now() + MAX_WAIT_MS;
    for (;;) {
      await running.get(name);
      const admission = await idempotency.begin(request, sent)();
      if (E.isLeft(admission)) return admission;
      const admitted = admission.right;
      switch (admitted._tag) {
        case 'Begun': {
          const { seed, startedAt, origin } = admitted;
          const seeded = { ids: seededIds(seed, startedAt), clock: { now: () => startedAt } };
          const working = work(request, () => doWork(seeded, origin));
          const done = working.catch(() => undefined).finally(() => running.delete(name));
          running.set(name, done);
          return working;
        }
        case 'Answered':
          return fromStored(admitted.response);
        case 'OtherRequest':
          return E.left({ _tag: 'IdempotencyKeyReused' });
        case 'InWork':
          if (performance.now() > deadline) return E.left({ _tag: 'StillInWork' });
          await (running.get(name) ?? pause(POLL_MS));
      }
    }
  };
};
