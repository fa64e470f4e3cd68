/** Each aggregate's streams, by their category: `video-<videoId>`. The value is the field of its events that holds the id. */
export const STREAM_CATEGORIES = {
  video: 'videoId',
  render: 'renderId',
  webhookEndpoint: 'endpointId',
  apiKey: 'keyId',
} as const;

export type StreamCategory = keyof typeof STREAM_CATEGORIES;

/** The stream of one aggregate's events. */
export const streamName = <C extends StreamCategory, Id extends string>(category: C, id: Id): `${C}-${Id}` =>
  `${category}-${id}`;
