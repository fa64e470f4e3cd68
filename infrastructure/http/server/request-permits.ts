import type { ServerResponse } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { type FairSemaphore, fairSemaphore } from '../../../application/permits/fair-semaphore.js';
import type { NoPlace, Party } from '../../../application/permits/permit-counts.js';
import { type Pace, SHARED, type Sharing } from '../../../application/permits/shared-resources.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { Caller } from './authenticate.js';

/** The shared resources of requests, by what they use besides the connection. */
export type RequestResource = 'requests' | 'sources' | 'downloads' | 'followed';

export interface SharedResource {
  readonly sharing: Sharing & { readonly pace: Pace };
  readonly semaphore: FairSemaphore;
}

export interface ApiResources extends Readonly<
  Record<RequestResource | 'uploads' | 'parts', SharedResource>
> {
  readonly previews: FairSemaphore;
  readonly proxies: FairSemaphore;
}

const shared = (sharing: SharedResource['sharing'], overrides: Partial<Sharing> = {}): SharedResource => ({
  sharing: { ...sharing, ...overrides },
  semaphore: fairSemaphore({ ...sharing, ...overrides }),
});

/** @param overrides what differs from {@link SHARED} */
export const apiResources = (
  overrides: Partial<Record<keyof ApiResources, Partial<Sharing>>> = {},
): ApiResources => ({
  requests: shared(SHARED.requests, overrides.requests),
  sources: shared(SHARED.sources, overrides.sources),
  downloads: shared(SHARED.downloads, overrides.downloads),
  followed: shared(SHARED.followed, overrides.followed),
  uploads: shared(SHARED.uploads, overrides.uploads),
  parts: shared(SHARED.parts, overrides.parts),
  previews: fairSemaphore({ ...SHARED.previews, ...overrides.previews }),
  proxies: fairSemaphore({ ...SHARED.proxies, ...overrides.proxies }),
});

/** Who uses the service: an owner with an API key, or the editors or viewers of a video. */
export const partyOf = ({ ownerId, videoId, mayNotEdit }: Caller): Party => ({
  owner: ownerId,
  ...(videoId === undefined ? {} : { linkTo: `${mayNotEdit === true ? 'viewer' : 'editor'} ${videoId}` }),
});

/** Destroys a response whose client reads buffered data too slowly. Returns a function that stops the watch. */
const cutSlowClient = (response: ServerResponse, { minBytesPerSecond, rateWindowMs }: Pace): (() => void) => {
  const { socket } = response;
  let before = socket?.bytesWritten ?? 0;
  let wasWaiting = false;
  const windows = setInterval(() => {
    const written = socket?.bytesWritten ?? 0;
    const isSlow = written - before < (minBytesPerSecond * rateWindowMs) / 1000;
    if (wasWaiting && response.writableNeedDrain && isSlow) response.destroy();
    before = written;
    wasWaiting = response.writableNeedDrain;
  }, rateWindowMs);
  return () => clearInterval(windows);
};

/**
 * Holds a permit until the response is complete, or destroyed because it takes too long or its client is too slow.
 * @returns a signal that aborts when the client has disconnected or the time of the permit is over
 */
export const acquirePermit = async (
  { semaphore, sharing }: SharedResource,
  party: Party,
  response: ServerResponse,
): Promise<E.Either<NoPlace | Fault, AbortSignal>> => {
  const ended = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) ended.abort();
  });
  const permit = await semaphore.acquire(party, ended.signal);
  if (E.isLeft(permit)) return permit;
  const { release, overdue } = permit.right;
  const endWatch = cutSlowClient(response, sharing.pace);
  const end = (): void => {
    endWatch();
    release();
  };
  if (response.closed) end();
  else response.once('close', end);
  overdue.addEventListener('abort', () => {
    ended.abort();
    if (response.headersSent) response.destroy();
  });
  return E.right(ended.signal);
};
