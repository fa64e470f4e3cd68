import type { ServerResponse } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  type FairPlaces,
  fairPlaces,
  type NoPlace,
  type Party,
} from '../../../application/places/fair-places.js';
import { type Pace, SHARED, type Sharing } from '../../../application/places/shared-resources.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { Caller } from './authenticate.js';

/** The places for requests, by what they use besides the connection. */
export type RequestPlaces = 'requests' | 'sources' | 'downloads' | 'followed';

export interface SharedResource {
  readonly sharing: Sharing & { readonly pace: Pace };
  readonly places: FairPlaces;
}

/** The shared resources of an API process. */
export interface ApiPlaces extends Readonly<Record<RequestPlaces | 'uploads' | 'parts', SharedResource>> {
  readonly previews: FairPlaces;
  readonly proxies: FairPlaces;
}

const shared = (sharing: SharedResource['sharing'], changed: Partial<Sharing> = {}): SharedResource => ({
  sharing: { ...sharing, ...changed },
  places: fairPlaces({ ...sharing, ...changed }),
});

/** @param changed what differs from the table */
export const apiPlaces = (changed: Partial<Record<keyof ApiPlaces, Partial<Sharing>>> = {}): ApiPlaces => ({
  requests: shared(SHARED.requests, changed.requests),
  sources: shared(SHARED.sources, changed.sources),
  downloads: shared(SHARED.downloads, changed.downloads),
  followed: shared(SHARED.followed, changed.followed),
  uploads: shared(SHARED.uploads, changed.uploads),
  parts: shared(SHARED.parts, changed.parts),
  previews: fairPlaces({ ...SHARED.previews, ...changed.previews }),
  proxies: fairPlaces({ ...SHARED.proxies, ...changed.proxies }),
});

/** Who uses the service: an owner with an API key, or the editors or viewers of a video. */
export const partyOf = ({ ownerId, videoId, mayOnlyView }: Caller): Party => ({
  owner: ownerId,
  ...(videoId === undefined ? {} : { link: `${mayOnlyView === true ? 'viewer' : 'editor'} ${videoId}` }),
});

/** Makes a preview in one of the places for them. @param make is given who asks, and when to stop */
export const inPreviewPlace = <P, A>(
  { places }: { readonly places: Pick<ApiPlaces, 'previews'> },
  { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
  make: (signal: AbortSignal, by: Party) => TaskEither<P, A>,
): TaskEither<P | NoPlace | Fault, A> => {
  const by = partyOf(caller);
  return places.previews.within(by, (overdue) => make(AbortSignal.any([signal, overdue]), by), signal);
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
 * Takes a place until the response is complete, or cut because it takes too long or its client is too slow. Gives a
 * signal that aborts when there is nobody or no time left for the response.
 */
export const holdPlace = async (
  { places, sharing }: SharedResource,
  party: Party,
  response: ServerResponse,
): Promise<E.Either<NoPlace | Fault, AbortSignal>> => {
  const ended = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) ended.abort();
  });
  const entered = await places.enter(party, ended.signal);
  if (E.isLeft(entered)) return entered;
  const { leave, overdue } = entered.right;
  const endWatch = cutSlowClient(response, sharing.pace);
  const end = (): void => {
    endWatch();
    leave();
  };
  if (response.closed) end();
  else response.once('close', end);
  overdue.addEventListener('abort', () => {
    ended.abort();
    if (response.headersSent) response.destroy();
  });
  return E.right(ended.signal);
};
