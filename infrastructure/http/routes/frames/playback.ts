import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { MediaRecord } from '../../../../application/records/media-record.js';
import { record } from '../../../../domain/codec/containers.js';
import { withClipIds } from '../../../../domain/composition/clips/clip-ids.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import { CreateVideoBody } from '../../../../domain/composition/requests.js';
import { Source } from '../../../../domain/composition/format/source.js';
import { EXAMPLE_TITLE } from '../../contract/examples.js';
import { wrapped } from '../../contract/pages.js';
import { type ApiRequest, type HandledRequest, operation, type Services } from '../../server/operation.js';
import { inPreviewPlace } from '../../server/held-places.js';
import { currentOrVersion, placeholderIds, VERSION } from './frames.js';

const playbackOperation = {
  tag: 'Frames',
  answers: {
    success: 200,
    meaning: 'The playback.',
    schema: { type: 'string' },
    media: ['application/octet-stream'],
  },
} as const;

/** Prepares a composition for playback. */
const prepared = (
  services: Services,
  { caller, accepted, context }: Pick<ApiRequest, 'caller' | 'accepted' | 'context'>,
  composition: Composition,
): HandledRequest =>
  pipe(
    inPreviewPlace(services, { caller, context }, (signal, by) =>
      services.previews.playback(composition, signal, by),
    ),
    TE.map((bytes) => ({ status: 200, content: { type: accepted, data: Buffer.from(bytes) } })),
  );

/** `GET /v1/videos/{id}/playback` */
export const getPlaybackOperation = operation({
  ...playbackOperation,
  access: 'api-key-or-editor',
  method: 'GET',
  path: '/v1/videos/{id}/playback',
  id: 'getPlayback',
  summary: 'Prepare a video for playback in a browser',
  description: 'The same as `POST /v1/playback`, for a stored video.',
  query: record({}, VERSION),
  answers: { ...playbackOperation.answers, problems: [400, 403, 404, 413, 422] },
  handle: (services) => (request) =>
    pipe(
      currentOrVersion(services, request),
      TE.flatMap((composition) => prepared(services, request, composition)),
    ),
});

/** `POST /v1/playback` */
export const drawPlaybackOperation = operation({
  ...playbackOperation,
  access: 'api-key-or-any-editor',
  method: 'POST',
  path: '/v1/playback',
  id: 'drawPlayback',
  isRead: true,
  summary: 'Prepare a project for playback in a browser',
  description:
    'Returns what the editor needs to play a project that is not stored, in a format of its own that may change: all clips with their resolved places and times, the pixels of texts and images, and the mixed sound. The body is that of `POST /v1/videos`.',
  body: CreateVideoBody,
  example: EXAMPLE_TITLE,
  answers: { ...playbackOperation.answers, problems: [400, 413, 422] },
  handle: (services) => (request) => {
    const { body } = request;
    return prepared(services, request, {
      ...body,
      clips: withClipIds(body.clips, [], placeholderIds(body.clips)),
    });
  },
});

/** `POST /v1/media` */
export const probeMediaOperation = operation({
  access: 'api-key-or-any-editor',
  method: 'POST',
  path: '/v1/media',
  id: 'probeMedia',
  tag: 'Frames',
  isRead: true,
  summary: 'Find out what a source is',
  description:
    'Downloads a source as a render would, and tells what it is: its kind, size and duration. A source that no clip could use gives a 422 that says why.',
  body: record({ url: Source }),
  example: { url: 'https://media.example.org/video.mp4' },
  answers: {
    success: 200,
    meaning: 'What the source is.',
    schema: wrapped(MediaRecord),
    problems: [400, 422],
  },
  handle:
    (services) =>
    ({ caller, body: { url }, context }) =>
      pipe(
        inPreviewPlace(services, { caller, context }, (signal, by) =>
          services.previews.media(url, signal, by),
        ),
        TE.map((data) => ({ status: 200, json: JSON.stringify({ data }) })),
      ),
});
