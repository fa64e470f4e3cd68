/** Makes previews for requesters: see preview-messages.ts. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Msg, NatsConnection } from 'nats';
import type { FairSemaphore, Permit } from '../../application/permits/fair-semaphore.js';
import type { Party } from '../../application/permits/permit-counts.js';
import type { PreviewFailure, Previews } from '../../application/ports/previews.js';
import {
  ACCEPTED,
  ALIVE_INTERVAL,
  BUSY,
  KIND,
  message,
  QUEUE_GROUP,
  readHeaders,
  SUBJECT,
  WireRequest,
} from './preview-messages.js';

/** How long a requester may take to confirm a part, in ms. */
const CONFIRM_TIMEOUT = 5000;

/** The parts of a result, in bytes. */
const PART_BYTES = 512 * 1024;

/** More than a request can have, in bytes. */
const MAX_REQUEST_BYTES = 16 * 1024 * 1024;

const LOST: PreviewFailure = { _tag: 'NoWorkerAvailable' };

const encoded = (value: object): Uint8Array => Buffer.from(JSON.stringify(value));

const make = (
  previews: Previews,
  request: WireRequest,
  signal: AbortSignal,
  by: Party,
): TE.TaskEither<PreviewFailure, Uint8Array> => {
  switch (request._tag) {
    case 'Frame': {
      const { composition, ms, format, width } = request;
      const size = width === undefined ? {} : { width };
      return previews.frame({ composition, ms, format, ...size }, signal, by);
    }
    case 'Playback': {
      const { composition, seen, withSound } = request;
      return previews.playback({ composition, seen, withSound }, signal, by);
    }
    case 'Check':
      return TE.map(encoded)(previews.check(request.composition, signal, by));
    case 'Proxy': {
      const { composition, key, owner } = request;
      return TE.map(() => new Uint8Array())(previews.proxy({ composition, key, owner }, signal, by));
    }
    case 'Media':
      return TE.map(encoded)(previews.media(request.url, signal, by));
  }
};

/**
 * Makes the result of one request when there is a permit for it, and sends it. Ends the work when the requester is gone,
 * the time of the permit is over, or the worker stops.
 */
const serve = async (
  nats: NatsConnection,
  { previews, permits }: PreviewServer,
  { data, by }: { readonly data: Uint8Array; readonly by: Party },
  stop: AbortSignal,
  free: Permit | undefined,
): Promise<void> => {
  const text = await promisify(gunzip)(data, { maxOutputLength: MAX_REQUEST_BYTES });
  const decoded = WireRequest.decode(JSON.parse(text.toString('utf8')));
  if (E.isLeft(decoded)) return;
  const { inbox } = decoded.right;
  const gone = new AbortController();
  const send = async (kind: number, content?: Uint8Array): Promise<void> => {
    if (gone.signal.aborted) return;
    await nats.request(inbox, message(kind, content), { timeout: CONFIRM_TIMEOUT }).catch(() => gone.abort());
  };
  const alive = setInterval(() => void send(KIND.alive), ALIVE_INTERVAL);
  const signal = AbortSignal.any([gone.signal, stop]);
  const acquired = free ? E.right(free) : await permits.acquire(by, signal);
  try {
    if (E.isLeft(acquired)) return await send(KIND.failure, encoded(LOST));
    // The requester limits how long a proxy takes.
    const inTime =
      decoded.right._tag === 'Proxy' ? signal : AbortSignal.any([signal, acquired.right.overdue]);
    const result = await make(previews, decoded.right, inTime, by)();
    if (E.isLeft(result)) return await send(KIND.failure, encoded(result.left));
    for (let from = 0; from < result.right.byteLength; from += PART_BYTES)
      await send(KIND.part, result.right.subarray(from, from + PART_BYTES));
    await send(KIND.end);
  } finally {
    clearInterval(alive);
    if (E.isRight(acquired)) acquired.right.release();
  }
};

export interface PreviewServer {
  readonly previews: Previews;
  /** The permits for previews of this process. */
  readonly permits: FairSemaphore;
  readonly onError: (error: unknown) => void;
}

/** Makes previews for requesters. @returns ends the current requests and accepts no more */
export const servePreviews = (nats: NatsConnection, server: PreviewServer): (() => Promise<void>) => {
  const inProgress = new Set<Promise<void>>();
  const stopping = new AbortController();
  const take = (request: Msg): void => {
    const { by, waits } = readHeaders(request.headers);
    const free = server.permits.tryAcquire(by);
    if (!free && !waits) return void request.respond(Buffer.from(BUSY));
    request.respond(Buffer.from(ACCEPTED));
    const work = serve(nats, server, { data: request.data, by }, stopping.signal, free)
      .catch(server.onError)
      .finally(() => {
        free?.release(); // also of a request that could not be read
        inProgress.delete(work);
      });
    inProgress.add(work);
  };
  const subscription = nats.subscribe(SUBJECT, {
    queue: QUEUE_GROUP,
    callback: (error, request) => (error ? server.onError(error) : take(request)),
  });
  return async () => {
    subscription.unsubscribe();
    stopping.abort();
    await Promise.all(inProgress);
  };
};
