import * as t from 'io-ts';
import { type NatsConnection, JSONCodec } from 'nats';
import type { ProgressFeed, RenderProgress } from '../../application/ports/render-queue.js';
import { stored } from '../../domain/codec/stored.js';
import { RenderId } from '../../domain/ids.js';
import { ProgressStage } from '../../domain/render/progress.js';

/** Each render has a subject, so that a subscriber gets only the messages of its render. */
const SUBJECT = 'framewright.progress';
const wire = JSONCodec<unknown>();
const Progress: t.Type<RenderProgress, RenderProgress, unknown> = stored(
  { renderId: RenderId, attempt: t.number, fraction: t.number },
  {
    stage: ProgressStage,
    frames: t.number,
    totalFrames: t.number,
    fps: t.number,
    clips: t.readonlyArray(t.string),
  },
);

const decoded = (data: Uint8Array): unknown => {
  try {
    return wire.decode(data);
  } catch {
    return undefined;
  }
};

/** Publishes progress as core NATS messages: nothing waits for them, and the next message makes up for a lost one. */
export const natsProgressFeed = (nats: NatsConnection): ProgressFeed => ({
  publish: (progress) => nats.publish(`${SUBJECT}.${progress.renderId}`, wire.encode(progress)),
  subscribe: (onProgress, renderId) => {
    const subscription = nats.subscribe(`${SUBJECT}.${renderId ?? '*'}`, {
      callback: (error, message) => {
        if (error) return;
        const progress = decoded(message.data);
        if (Progress.is(progress)) onProgress(progress);
      },
    });
    return () => subscription.unsubscribe();
  },
});

/** Listens to progress if NATS is connected; otherwise nothing is heard. */
export const progressWhenConnected =
  (connection: () => NatsConnection | undefined): ProgressFeed['subscribe'] =>
  (onProgress, renderId) => {
    const nats = connection();
    return nats ? natsProgressFeed(nats).subscribe(onProgress, renderId) : () => undefined;
  };
