import { randomUUID } from 'node:crypto';
import type { handleServerStreamingCall } from '@grpc/grpc-js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { LogReader } from '../reading/log-reader.js';
import type { ReadLimit } from '../reading/read-limit.js';
import type { RecentEvents } from '../reading/recent-events.js';
import type { RecordedEvent } from '../recorded-event.js';
import { followAll, type SubscriptionSink } from '../reading/subscription.js';
import { shuttingDown, toCallError, unexpectedResult } from '../wire/errors.js';
import { NO_STREAM_REVISION } from '../writing/append-decision.js';
import { decodeReadRequest, type ReadFrom, type ReadOptions } from '../wire/read-requests.js';
import {
  caughtUp,
  checkpoint,
  confirmation,
  eventResponse,
  fellBehind,
  streamNotFound,
} from '../wire/read-responses.js';
import { linkedAbort, type ResponseWriter, responseWriter, signalOf } from './call-lifetime.js';

type Writer = ResponseWriter<ReadResp>;

export type ReadDependencies = {
  readonly reader: LogReader;
  readonly recent: RecentEvents;
  readonly limited: ReadLimit;
  /** Aborts when the server shuts down, which ends every read and subscription. */
  readonly shutdown: AbortSignal;
  readonly onFault: (error: unknown) => void;
};

const serveRead = async (
  { stream, from, direction, count = 0n, filter }: ReadOptions,
  { reader, recent, limited }: ReadDependencies,
  { send, taken }: Writer,
  signal: AbortSignal,
): Promise<void> => {
  let left = count;
  const sendPages = async (pages: AsyncIterable<readonly RecordedEvent[]>): Promise<void> => {
    if (left === 0n) return;
    for await (const page of limited(pages, signal)) {
      for (const event of page) {
        if (signal.aborted) return;
        if (filter !== undefined && !filter.accepts(event)) continue;
        await send(eventResponse(event));
        left -= 1n;
        if (left === 0n) break;
      }
      await taken();
      if (left === 0n) return;
    }
  };
  if (stream === undefined) {
    const nothing = from === (direction === 'forwards' ? 'end' : 'start');
    if (direction === 'backwards' && typeof from === 'bigint' && from > recent.head()) {
      throw unexpectedResult('ReadAllResult');
    }
    return nothing ? undefined : sendPages(reader.readAll(from, direction));
  }
  const last = await reader.lastRevision(stream);
  if (last === NO_STREAM_REVISION) return send(streamNotFound(stream));
  return sendPages(reader.readStream(stream, last, from, direction, count));
};

/**
 * Subscriptions start after the place they name, or at the end if that is earlier; `start` is before the first event.
 */
const firstPosition = (from: ReadFrom, head: bigint): bigint => {
  if (from === 'start') return 0n;
  return from === 'end' || from > head ? head : from;
};

const serveSubscription = async (
  { from, filter }: ReadOptions,
  { reader, recent }: ReadDependencies,
  send: Writer['send'],
  signal: AbortSignal,
): Promise<void> => {
  const sink: SubscriptionSink = {
    event: (event) => send(eventResponse(event)),
    checkpoint: (position) => send(checkpoint(position)),
    caughtUp: () => send(caughtUp()),
    fellBehind: () => send(fellBehind()),
  };
  const after = firstPosition(from, recent.head());
  await send(confirmation(randomUUID()));
  await followAll({ after, filter }, reader, recent, sink, signal);
};

/** Reads of a stream or of `$all`, and subscriptions to `$all`; the protocol has one method for all of them. */
export const readHandler =
  (dependencies: ReadDependencies): handleServerStreamingCall<ReadReq, ReadResp> =>
  (call) => {
    const cancelled = signalOf(call);
    const { signal, unlink } = linkedAbort(cancelled, dependencies.shutdown);
    const writer: Writer = responseWriter(call, signal);
    const serve = async (): Promise<void> => {
      try {
        const options = decodeReadRequest(call.request);
        await (options.count === undefined
          ? serveSubscription(options, dependencies, writer.send, signal)
          : serveRead(options, dependencies, writer, signal));
        if (dependencies.shutdown.aborted) throw shuttingDown();
        call.end();
      } catch (error) {
        if (cancelled.aborted) return;
        const callError = toCallError(error);
        if (callError !== error) dependencies.onFault(error);
        call.emit('error', callError);
      }
    };
    void serve().finally(unlink);
  };
