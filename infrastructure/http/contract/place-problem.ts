import type { NoPlace } from '../../../application/places/fair-places.js';
import type { ProblemResponse } from './problem-response.js';

/** The response to a client for whom there was no place: it, or all clients together, use the resource too much. */
export const placeProblem = ({ of, what, limit }: NoPlace): ProblemResponse => {
  const headers = { 'Retry-After': '5' };
  if (of === 'all')
    return { status: 503, message: [`there are ${limit} ${what}, the most at a time; retry`], headers };
  const who = of === 'link' ? 'the links of this kind to the video have' : 'you have';
  return {
    status: 429,
    message: [`${who} ${limit} ${what}, the most at a time; retry when one of them is done`],
    headers,
  };
};
