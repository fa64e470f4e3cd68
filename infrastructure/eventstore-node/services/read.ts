import { randomUUID } from 'node:crypto';
import type { handleServerStreamingCall } from '@grpc/grpc-js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { type LogRange, PAGE_EVENTS, pagesOf, type StoredLog } from '../event-log.js';
import type { ReadLimit } from '../reading/read-limit.js';
import type { RecentEvents } from '../reading/recent-events.js';
import { shuttingDown, toCallError } from '../wire/errors.js';
import { NO_STREAM_REVISION } from '../writing/append-decision.js';
import type { HeadCache } from '../writing/write-group.js';
import { decodeReadRequest, type ReadRequest } from '../wire/read-requests.js';
import { caughtUp, confirmation, eventResponse, streamNotFound } from '../wire/read-responses.js';
import { type ResponseWriter, responseWriter } from './response-writer.js';

type Writer = ResponseWriter<ReadResp>;
type Read = Extract<ReadRequest, { _tag: 'Read' }>;
type Subscription = Extract<ReadRequest, { _tag: 'Subscription' }>;

export type ReadDependencies = {
  readonly log: StoredLog;
  /** Streams whose last revisions are in it need not be looked up. */
  readonly heads: HeadCache;
  readonly recent: RecentEvents;
  readonly limited: ReadLimit;
  readonly onFault: (error: unknown) => void;
};

/** The range of a read, of a stream up to its last revision when the read begins. */
const rangeOf = ({ stream, from, direction }: Read, last: bigint): LogRange => {
  if (direction === 'forwards') return { stream, direction, low: from, high: last };
  const first = stream === undefined ? from - 1n : from;
  return { stream, direction, low: 0n, high: first < last ? first : last };
};

const GREATEST_POSITION = 2n ** 63n - 1n;

const serveRead = async (
  read: Read,
  { log, heads, limited }: ReadDependencies,
  { send, taken }: Writer,
  signal: AbortSignal,
): Promise<void> => {
  const { stream } = read;
  const last =
    stream === undefined
      ? GREATEST_POSITION
      : (heads.get(stream) ?? (await log.heads([stream])).get(stream) ?? NO_STREAM_REVISION);
  if (stream !== undefined && last === NO_STREAM_REVISION) return send(streamNotFound(stream));
  for await (const page of limited(pagesOf(log, rangeOf(read, last), read.count), signal)) {
    for (const event of page) {
      if (signal.aborted) return;
      await send(eventResponse(event));
    }
    await taken();
  }
};

/**
 * Follows `$all` until the signal aborts: from the log while behind, from memory once caught up. Reads no further until
 * the subscriber has taken what was read, so that a slow subscriber costs no memory and loses nothing.
 */
const serveSubscription = async (
  { after, accepts }: Subscription,
  { log, recent }: ReadDependencies,
  { send }: Writer,
  signal: AbortSignal,
): Promise<void> => {
  let at = after < recent.head() ? after : recent.head();
  let isLive = false;
  await send(confirmation(randomUUID()));
  while (!signal.aborted) {
    const rest = { stream: undefined, direction: 'forwards', low: at + 1n, high: GREATEST_POSITION } as const;
    const page = recent.after(at, PAGE_EVENTS) ?? (await log.read(rest, PAGE_EVENTS));
    for (const event of page) {
      if (signal.aborted) return;
      if (accepts(event)) await send(eventResponse(event));
      at = event.position;
    }
    if (page.length > 0) continue;
    if (!isLive) await send(caughtUp());
    isLive = true;
    await recent.waitPast(at, signal);
  }
};

/** Why a call is over. Created once: without a reason, each signal would create an error with a stack trace. */
const ENDED = new Error('the call has ended');

/** Reads of a stream or of `$all`, and subscriptions to `$all`; the protocol has one method for all of them. */
export const readService = (dependencies: ReadDependencies) => {
  const underWay = new Set<AbortController>();
  let isShuttingDown = false;

  const read: handleServerStreamingCall<ReadReq, ReadResp> = (call) => {
    const over = new AbortController();
    const { signal } = over;
    if (call.cancelled || isShuttingDown) over.abort(ENDED);
    call.once('cancelled', () => over.abort(ENDED));
    underWay.add(over);
    const serve = async (): Promise<void> => {
      try {
        const writer: Writer = responseWriter(call, signal);
        const request = decodeReadRequest(call.request);
        await (request._tag === 'Read'
          ? serveRead(request, dependencies, writer, signal)
          : serveSubscription(request, dependencies, writer, signal));
        if (isShuttingDown) throw shuttingDown();
        call.end();
      } catch (error) {
        if (call.cancelled) return;
        const callError = toCallError(error);
        if (callError !== error) dependencies.onFault(error);
        call.emit('error', callError);
      }
    };
    void serve().finally(() => underWay.delete(over));
  };

  return {
    read,
    /** Ends every read and subscription. */
    shutDown: (): void => {
      isShuttingDown = true;
      for (const over of underWay) over.abort(ENDED);
    },
  };
};
