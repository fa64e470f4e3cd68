import type { AfterAttempt, SendResult } from '../../application/ports/webhook-deliveries.js';
import { nextAttemptAt, readRetryAfter } from './retry-schedule.js';

const isSuccess = (result: SendResult): boolean =>
  result._tag === 'Answered' && result.status >= 200 && result.status < 300;

/**
 * The result of an attempt. A 2xx is a success; any other response, including a redirect, and no response are failures.
 * @param failures the number of earlier failed attempts
 * @param random from 0 inclusive to 1 exclusive
 */
export const afterAttempt = (
  failures: number,
  result: SendResult,
  finishedAt: Date,
  random: number,
): AfterAttempt => {
  if (isSuccess(result)) return { _tag: 'Delivered' };
  const retryAfter = result._tag === 'Answered' ? readRetryAfter(result.retryAfter, finishedAt) : undefined;
  const at = nextAttemptAt({ failures: failures + 1, failedAt: finishedAt, random, retryAfter });
  return at ? { _tag: 'TryAgain', at } : { _tag: 'GivenUp' };
};
