import type { handleBidiStreamingCall } from '@grpc/grpc-js';
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { GroupCommit } from '../writing/group-commit.js';
import { batchFailure, batchResponse, batchTimeout, batchTooLarge } from '../wire/append-results.js';
import { BadRequestError, toCallError } from '../wire/errors.js';
import { frameOfMessage } from '../wire/frames.js';
import { decodeStreamName, decodeUuid, NIL_UUID } from '../wire/identifiers.js';
import { decodeProposedEvent, MAX_APPEND_BYTES } from '../wire/proposed-events.js';
import { signalOf } from './call-lifetime.js';
import { frameWriter } from './frame-writer.js';
import { deadlineOf, type PendingAppend, type Result, startAppend, storeWithin } from './pending-append.js';

type Respond = (correlationId: UUID, stream: string, result: Result) => Promise<void>;

/** Sends responses, and those to appends that failed. */
const responder = (writer: ReturnType<typeof frameWriter>, onFault: (error: unknown) => void) => {
  const respond: Respond = (correlationId, stream, result) =>
    writer.send(frameOfMessage(batchResponse(correlationId, stream, result)));

  const respondFailure = (correlationId: UUID, stream: string, error: unknown): Promise<void> => {
    const callError = toCallError(error);
    if (callError !== error) onFault(error);
    return respond(correlationId, stream, batchFailure(callError));
  };
  return { respond, respondFailure };
};

/** Collects the messages of appends, by their correlation ids; answers those that are late or too large. */
const appendCollector = (respond: Respond) => {
  const pending = new Map<string, PendingAppend>();

  const forget = (key: string): void => {
    clearTimeout(pending.get(key)?.timer);
    pending.delete(key);
  };

  /** Starts the append that a message with options announces, unless its deadline has passed. */
  const begin = async (
    key: string,
    correlationId: UUID,
    options: BatchAppendReq.Options,
    isWhole: boolean,
  ): Promise<void> => {
    const stream = decodeStreamName(options.getStreamIdentifier());
    const timeOut = (): Promise<void> => {
      forget(key);
      return respond(correlationId, stream, batchTimeout());
    };
    if (deadlineOf(options) <= Date.now()) await timeOut();
    else if (!pending.has(key)) {
      pending.set(key, startAppend(correlationId, options, isWhole ? undefined : () => void timeOut()));
    }
  };

  /** Collects a message; returns the append once it is complete. */
  const collect = async (message: BatchAppendReq): Promise<PendingAppend | undefined> => {
    const correlationId = message.getCorrelationId();
    const key = decodeUuid(correlationId);
    if (key === NIL_UUID) throw new BadRequestError('The correlation id is empty.');
    const options = message.getOptions();
    if (correlationId !== undefined && options !== undefined)
      await begin(key, correlationId, options, message.getIsFinal());
    const append = pending.get(key);
    if (append === undefined) return undefined;
    for (const proposed of message.getProposedMessagesList()) {
      const event = decodeProposedEvent(proposed);
      append.events.push(event);
      if (!append.size.exceedsWith(event)) continue;
      forget(key);
      await respond(append.correlationId, append.stream, batchTooLarge(MAX_APPEND_BYTES));
      return undefined;
    }
    if (!message.getIsFinal()) return undefined;
    forget(key);
    return append;
  };

  return {
    collect,
    forget,
    forgetAll: (): void => [...pending.keys()].forEach(forget),
  };
};

/**
 * Many appends over one call, each answered by its correlation id, in the order in which they are stored. Those that were
 * stored together are answered in one write.
 */
export const batchAppendHandler =
  (
    groupCommit: GroupCommit,
    shutdown: AbortSignal,
    onFault: (error: unknown) => void,
  ): handleBidiStreamingCall<BatchAppendReq, Buffer> =>
  (call) => {
    const cancelled = signalOf(call);
    const writer = frameWriter(call, cancelled);
    const running = new Set<Promise<void>>();

    const { respond, respondFailure } = responder(writer, onFault);
    const appends = appendCollector(respond);

    const store = async (append: PendingAppend): Promise<void> => {
      const { correlationId, stream } = append;
      try {
        await respond(correlationId, stream, await storeWithin(append, groupCommit, cancelled));
      } catch (error) {
        await respondFailure(correlationId, stream, error);
      }
    };

    const handle = async (message: BatchAppendReq): Promise<void> => {
      try {
        const append = await appends.collect(message);
        if (append === undefined) return;
        const stored = store(append).finally(() => running.delete(stored));
        running.add(stored);
      } catch (error) {
        const correlationId = message.getCorrelationId();
        if (correlationId === undefined) throw error;
        appends.forget(correlationId.getString().toLowerCase());
        const name = Buffer.from(message.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? []);
        await respondFailure(correlationId, name.toString('utf8'), error);
      }
    };

    const fail = (reason: unknown): void => {
      void writer.flush();
      call.emit('error', toCallError(reason));
    };

    const serve = async (): Promise<void> => {
      try {
        // The call must stay writable when the client has half-closed it: its requests still have to be answered.
        const messages: AsyncIterable<BatchAppendReq> = call.iterator({ destroyOnReturn: false });
        for await (const message of messages) {
          await groupCommit.hasRoom();
          await handle(message);
        }
        await Promise.all(running);
        await writer.flush();
        call.end();
      } catch (error) {
        if (!cancelled.aborted) fail(error);
      }
    };
    const endForShutdown = (): void => fail(shutdown.reason);
    shutdown.addEventListener('abort', endForShutdown, { once: true });
    void serve().finally(() => {
      shutdown.removeEventListener('abort', endForShutdown);
      appends.forgetAll();
    });
  };
