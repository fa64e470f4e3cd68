import type { AfterAttempt, SendResult } from '../../application/ports/webhook-deliveries.js';
import { nextAttemptAt, readRetryAfter } from './retry-schedule.js';

const isSuccess = (result: SendResult): boolean =>
  result._tag === 'Answered' && result.status >= 200 && result.status < 300;

/**
 * What comes after an attempt: a 2xx delivers; any other answer, redirects included, and no answer are failures.
 * @param failures how many attempts failed before
 * @param random from 0 to below 1
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
