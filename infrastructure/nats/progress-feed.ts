import * as t from 'io-ts';
import { type NatsConnection, JSONCodec } from 'nats';
import type { ProgressFeed, RenderProgress } from '../../application/ports/render-queue.js';
import { RenderId } from '../../domain/ids.js';

const SUBJECT = 'framewright.progress';
const wire = JSONCodec<unknown>();
const Progress = t.type({ renderId: RenderId, attempt: t.number, fraction: t.number });

/** Publishes progress as core NATS messages: nothing waits for them, and the next message makes up for a lost one. */
export const natsProgressFeed = (nats: NatsConnection): ProgressFeed => ({
  publish: (progress: RenderProgress) => nats.publish(SUBJECT, wire.encode(progress)),
  subscribe: (onProgress) => {
    const subscription = nats.subscribe(SUBJECT, {
      callback: (error, message) => {
        if (error) return;
        const progress: unknown = message.json();
        if (Progress.is(progress)) onProgress(progress);
      },
    });
    return () => subscription.unsubscribe();
  },
});
