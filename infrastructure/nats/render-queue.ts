import { setTimeout as delay } from 'node:timers/promises';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  AckPolicy,
  type Consumer,
  DiscardPolicy,
  type JsMsg,
  type NatsConnection,
  NatsError,
  nanos,
  RetentionPolicy,
} from 'nats';
import { type Fault, unavailable } from '../../application/ports/fault.js';
import type { RenderJob, RenderQueue } from '../../application/ports/render-queue.js';
import { RenderId } from '../../domain/ids.js';

const STREAM = 'framewright-renders';
const SUBJECT = 'framewright.renders';
const CONSUMER = 'render-workers';

/** A job without a heartbeat for this long is redelivered to another worker, in ms. */
const ACK_WAIT = 8000;

/** How long a pull request waits on the server, in ms; the next one follows immediately. */
const PULL_EXPIRES = 2000;

/** How long to wait before the next pull request while the server cannot be reached, in ms. */
const PAUSE_AFTER_FAULT = 250;

/** `JSStreamStoreFailed`: the subject already holds its one message, or there is no space for one. */
const STORE_FAILED = 10_077;

const isAlreadyQueued = (error: unknown): boolean =>
  error instanceof NatsError &&
  error.api_error?.err_code === STORE_FAILED &&
  error.api_error.description.startsWith('maximum messages per subject');

const toJob = (message: JsMsg): RenderJob | undefined => {
  const renderId = message.subject.slice(SUBJECT.length + 1);
  return RenderId.is(renderId)
    ? {
        renderId,
        delivery: message.info.redeliveryCount,
        heartbeat: () => message.working(),
        acknowledge: TE.tryCatch(async () => void (await message.ackAck()), unavailable('NATS')),
        release: (delayMs) => message.nak(delayMs),
      }
    : undefined;
};

/**
 * The render queue in JetStream: a work-queue stream with one subject per render and at most one message per subject,
 * so that a render can be published again at any time without being queued twice.
 */
export const jetStreamRenderQueue = async (nats: NatsConnection): Promise<RenderQueue> => {
  const manager = await nats.jetstreamManager();
  /** Creates the stream and its consumer if they do not exist, and updates a consumer of an earlier release. */
  const prepare = async (): Promise<void> => {
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
  await prepare();
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
      if (!signal.aborted) await prepare().catch(() => undefined);
      return undefined;
    }
  };

  return {
    publish: (renderId) => async () => {
      try {
        await jetStream.publish(`${SUBJECT}.${renderId}`);
      } catch (error) {
        if (!isAlreadyQueued(error)) return TE.left<Fault>(unavailable('NATS')(error))();
      }
      return TE.right<Fault, void>(undefined)();
    },

    demand: TE.tryCatch(async () => {
      const { num_pending: waiting, num_waiting: asking } = await manager.consumers.info(STREAM, CONSUMER);
      return { waiting, asking };
    }, unavailable('NATS')),

    jobs: async function* (signal) {
      while (!signal.aborted) {
        const message = await pull(signal);
        if (!message) continue;
        const job = toJob(message);
        if (!job) message.term();
        else if (signal.aborted) job.release(0);
        else yield job;
      }
    },
  };
};
