/**
 * The stream categories, one per aggregate: `video-<videoId>`. The value names the event field that holds the id. A
 * review has the id of its video.
 */
export const STREAM_CATEGORIES = {
  video: 'videoId',
  review: 'videoId',
  render: 'renderId',
  renderBatch: 'batchId',
  webhookEndpoint: 'endpointId',
  apiKey: 'keyId',
  asset: 'assetId',
} as const;

export type StreamCategory = keyof typeof STREAM_CATEGORIES;

export const streamName = <C extends StreamCategory, Id extends string>(category: C, id: Id): `${C}-${Id}` =>
  `${category}-${id}`;
