import type { ServerResponse } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  type FairSemaphore,
  fairSemaphore,
  type NoPlace,
  type Party,
} from '../../../application/permits/fair-semaphore.js';
import { type Pace, SHARED, type Sharing } from '../../../application/permits/shared-resources.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { Caller } from './authenticate.js';

/** The shared resources of requests, by what they use besides the connection. */
export type RequestResource = 'requests' | 'sources' | 'downloads' | 'followed';

export interface SharedResource {
  readonly sharing: Sharing & { readonly pace: Pace };
  readonly semaphore: FairSemaphore;
}

/** The shared resources of an API process. */
export interface ApiResources extends Readonly<
  Record<RequestResource | 'uploads' | 'parts', SharedResource>
> {
  readonly previews: FairSemaphore;
  readonly proxies: FairSemaphore;
}

const shared = (sharing: SharedResource['sharing'], changed: Partial<Sharing> = {}): SharedResource => ({
  sharing: { ...sharing, ...changed },
  semaphore: fairSemaphore({ ...sharing, ...changed }),
});

/** @param changed what differs from the table */
export const apiResources = (
  changed: Partial<Record<keyof ApiResources, Partial<Sharing>>> = {},
): ApiResources => ({
  requests: shared(SHARED.requests, changed.requests),
  sources: shared(SHARED.sources, changed.sources),
  downloads: shared(SHARED.downloads, changed.downloads),
  followed: shared(SHARED.followed, changed.followed),
  uploads: shared(SHARED.uploads, changed.uploads),
  parts: shared(SHARED.parts, changed.parts),
  previews: fairSemaphore({ ...SHARED.previews, ...changed.previews }),
  proxies: fairSemaphore({ ...SHARED.proxies, ...changed.proxies }),
});

/** Who uses the service: an owner with an API key, or the editors or viewers of a video. */
export const partyOf = ({ ownerId, videoId, mayOnlyView }: Caller): Party => ({
  owner: ownerId,
  ...(videoId === undefined ? {} : { link: `${mayOnlyView === true ? 'viewer' : 'editor'} ${videoId}` }),
});

/** Makes a preview while it has a permit for that. @param make gets the signal to stop, and who asks */
export const withPreviewPermit = <P, A>(
  { permits }: { readonly permits: Pick<ApiResources, 'previews'> },
  { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
  make: (signal: AbortSignal, by: Party) => TaskEither<P, A>,
): TaskEither<P | NoPlace | Fault, A> => {
  const by = partyOf(caller);
  return permits.previews.within(by, (overdue) => make(AbortSignal.any([signal, overdue]), by), signal);
};

/** Cuts a response whose client takes the data that waits for it too slowly. Returns a function that ends the watch. */
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
 * Takes a permit until the response is complete, or cut because it takes too long or its client is too slow. Gives a
 * signal that aborts when there is nobody or no time left for the response.
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
  const entered = await semaphore.acquire(party, ended.signal);
  if (E.isLeft(entered)) return entered;
  const { release, overdue } = entered.right;
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
