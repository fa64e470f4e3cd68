import { type CallOptions, type ClientOptions, connect, recordOf } from './connection.js';
import { eventsOf } from './events.js';
import { assetsOf } from './assets.js';
import { batchesOf } from './batches.js';
import { captionsOf } from './captions.js';
import { framesOf } from './frames.js';
import { rendersOf } from './renders.js';
import { sleeping } from './retrying-fetch.js';
import type { FontFamily, Sample } from './types.js';
import { videosOf } from './videos.js';

export { ApiError, RenderNotCompleted, WebhookRejected } from './errors.js';
export { verifyWebhook } from './verify-webhook.js';
export type { components, operations, paths } from './api.js';
export type { ClientOptions } from './connection.js';
export type { UploadOptions } from './assets.js';
export type { CaptionOptions } from './captions.js';
export type { FrameOptions, VersionFrameOptions } from './frames.js';
export type { CompletedRender } from './renders.js';
export type * from './types.js';

/**
 * A client of a service. It retries what may succeed later, and repeating a request has no further effect.
 *
 *     const framewright = createClient({ baseUrl: 'https://video.example.org', apiKey: process.env.FRAMEWRIGHT_API_KEY });
 *     const render = await framewright.renders.create(videoId);
 *     const { outputUrl } = await framewright.renders.wait(render._id);
 */
export const createClient = (options: ClientOptions) => {
  const connection = connect(options);
  const { sleep = sleeping } = options;
  return {
    videos: videosOf(connection),
    assets: assetsOf(connection, options, sleep),
    captions: captionsOf(connection),
    frames: framesOf(connection),
    batches: batchesOf(connection, sleep),
    renders: rendersOf(connection, sleep),
    events: eventsOf(connection, sleep),
    fonts: (call: CallOptions = {}): Promise<ReadonlyArray<FontFamily>> =>
      recordOf(connection.GET('/v1/fonts', { ...call })),
    /** The projects to start from that come with the service. */
    samples: (call: CallOptions = {}): Promise<ReadonlyArray<Sample>> =>
      recordOf(connection.GET('/v1/samples', { ...call })),
    /** Every operation of the API by method and path, for what has no method here. */
    api: connection,
  };
};

export type Client = ReturnType<typeof createClient>;
