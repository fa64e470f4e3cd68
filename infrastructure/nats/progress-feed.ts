import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { NatsConnection } from 'nats';
import type { ProgressFeed, RenderProgress } from '../../application/ports/render-queue.js';
import { stored } from '../../domain/codec/stored.js';
import { RenderId } from '../../domain/ids.js';
import { ProgressStage } from '../../domain/render/progress.js';
import { decodedMessage } from './json-message.js';

/** Each render has a subject, so that a subscriber gets only the messages of its render. */
const SUBJECT = 'framewright.progress';
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

/** Publishes progress as core NATS messages: nothing waits for them, and the next message makes up for a lost one. */
export const natsProgressFeed = (nats: NatsConnection): ProgressFeed => ({
  publish: (progress) => nats.publish(`${SUBJECT}.${progress.renderId}`, JSON.stringify(progress)),
  subscribe: (onProgress, renderId) => {
    const subscription = nats.subscribe(`${SUBJECT}.${renderId ?? '*'}`, {
      callback: (error, message) => {
        const progress = error ? E.left(error) : decodedMessage(Progress, message.data);
        if (E.isRight(progress)) onProgress(progress.right);
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
