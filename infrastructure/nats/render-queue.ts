import { setTimeout as delay } from 'node:timers/promises';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  AckPolicy,
  type Consumer,
  DiscardPolicy,
  headers,
  type JetStreamManager,
  type JetStreamPublishOptions,
  type JsMsg,
  type NatsConnection,
  NatsError,
  nanos,
  RetentionPolicy,
} from 'nats';
import { type Fault, unavailable } from '../../application/ports/fault.js';
import type { RenderJob, RenderQueue, RenderTrace } from '../../application/ports/render-queue.js';
import { RenderId } from '../../domain/ids.js';
import { beginSpan, currentTraceparent, inSpan } from '../platform/tracing/spans.js';

const STREAM = 'framewright-renders';
const SUBJECT = 'framewright.renders';
const CONSUMER = 'render-workers';

/** A job without a heartbeat for this long is redelivered to another worker, in ms. */
const ACK_WAIT = 8000;

/** How long a pull request waits on the server, in ms; the next one follows immediately. */
const PULL_EXPIRES = 2000;

/** How long to wait before the next pull request while the server cannot be reached, in ms. */
const PAUSE_AFTER_FAULT = 250;

/** `JSStreamStoreFailed`: the subject already has its one message, or there is no space for one. */
const STORE_FAILED = 10_077;

const isAlreadyQueued = (error: unknown): boolean =>
  error instanceof NatsError &&
  error.api_error?.err_code === STORE_FAILED &&
  error.api_error.description.startsWith('maximum messages per subject');

/** The header in which messages carry the span that published them (W3C Trace Context). */
const TRACEPARENT = 'traceparent';

const withTrace = (traceparent: string): Partial<JetStreamPublishOptions> => {
  const carrier = headers();
  carrier.set(TRACEPARENT, traceparent);
  return { headers: carrier };
};

/** Publishes in a span of its own, after one for the time that the render waited for its turn. */
const publishing = async (
  renderId: RenderId,
  trace: RenderTrace | undefined,
  publish: (options: Partial<JetStreamPublishOptions>) => Promise<unknown>,
): Promise<unknown> => {
  if (!trace) return publish({});
  const { traceparent: parent, requestedAt: startTime } = trace;
  if (!startTime) return publish(withTrace(parent));
  const attributes = { 'framewright.render_id': renderId };
  beginSpan('wait for turn', { parent, attributes, startTime })();
  return inSpan('publish', { parent, attributes, kind: 'PRODUCER' }, () =>
    publish(withTrace(currentTraceparent() ?? parent)),
  );
};

/** Runs the work on a job in a span that continues the trace of the message, after one for the time in the queue. */
const inJobSpan = <A>(
  { headers, info: { timestampNanos, redeliveryCount } }: JsMsg,
  renderId: RenderId,
  work: () => Promise<A>,
): Promise<A> => {
  const options = {
    parent: headers?.get(TRACEPARENT) || undefined,
    attributes: { 'framewright.render_id': renderId, 'framewright.delivery': redeliveryCount },
  };
  beginSpan('wait for worker', { ...options, startTime: new Date(timestampNanos / 1e6) })();
  return inSpan('render', { ...options, kind: 'CONSUMER' }, work);
};

const toJob = (message: JsMsg): RenderJob | undefined => {
  const renderId = message.subject.slice(SUBJECT.length + 1);
  return RenderId.is(renderId)
    ? {
        renderId,
        deliveries: message.info.redeliveryCount,
        heartbeat: () => message.working(),
        acknowledge: TE.tryCatch(async () => void (await message.ackAck()), unavailable('NATS')),
        release: (delayMs) => message.nak(delayMs),
        inTrace: (work) => inJobSpan(message, renderId, work),
      }
    : undefined;
};

/** Creates the stream and its consumer if they do not exist, and updates a consumer of an earlier release. */
const prepareQueue = async (manager: JetStreamManager): Promise<void> => {
  await manager.streams.add({
    name: STREAM,
    subjects: [`${SUBJECT}.*`],
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.New,
    discard_new_per_subject: true,
    max_msgs_per_subject: 1,
  });
  const existing = await manager.consumers.info(STREAM, CONSUMER).catch(() => undefined);
  if (existing) {
    // Servers from 2.10 refuse to create a consumer that exists with another configuration.
    if (existing.config.ack_wait !== nanos(ACK_WAIT))
      await manager.consumers.update(STREAM, CONSUMER, { ack_wait: nanos(ACK_WAIT) });
    return;
  }
  await manager.consumers.add(STREAM, {
    durable_name: CONSUMER,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ACK_WAIT),
    max_ack_pending: 10_000,
  });
};

/**
 * The render queue in JetStream: a work-queue stream with one subject per render and at most one message per subject,
 * so that a render can be published again at any time without being queued twice.
 * @param step runs each request for a job
 */
export const jetStreamRenderQueue = async (
  nats: NatsConnection,
  step = <A>(pull: () => Promise<A>): Promise<A> => pull(),
): Promise<RenderQueue> => {
  const manager = await nats.jetstreamManager();
  await prepareQueue(manager);
  const jetStream = nats.jetstream();

  let consumer: Consumer | undefined;
  const pull = async (signal: AbortSignal): Promise<JsMsg | undefined> => {
    try {
      consumer ??= await jetStream.consumers.get(STREAM, CONSUMER);
      return (await consumer.next({ expires: PULL_EXPIRES })) ?? undefined;
    } catch {
      // The connection recovers by itself, but a server that has lost its data does not recreate the stream.
      await delay(PAUSE_AFTER_FAULT, undefined, { signal }).catch(() => undefined);
      consumer = undefined;
      if (!signal.aborted) await prepareQueue(manager).catch(() => undefined);
      return undefined;
    }
  };

  return {
    publish: (renderId, trace) => async () => {
      try {
        await publishing(renderId, trace, (options) =>
          jetStream.publish(`${SUBJECT}.${renderId}`, undefined, options),
        );
      } catch (error) {
        if (!isAlreadyQueued(error)) return TE.left<Fault>(unavailable('NATS')(error))();
      }
      return TE.right<Fault, void>(undefined)();
    },

    state: TE.tryCatch(async () => {
      const { num_pending: waiting, num_waiting: asking } = await manager.consumers.info(STREAM, CONSUMER);
      return { waiting, asking };
    }, unavailable('NATS')),

    jobs: async function* (signal) {
      while (!signal.aborted) {
        const message = await step(() => pull(signal));
        if (!message) continue;
        const job = toJob(message);
        if (!job) message.term();
        else if (signal.aborted) job.release(0);
        else yield job;
      }
    },
  };
};
