import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type * as t from 'io-ts';
import { MediaRecord } from '../../../../application/records/media-record.js';
import { about } from '../../../../domain/codec/codec.js';
import { record, withDefault } from '../../../../domain/codec/containers.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import { LIMITS } from '../../../../domain/composition/limits.js';
import { CreateVideoBody } from '../../../../domain/composition/requests.js';
import { Source } from '../../../../domain/composition/fields/source.js';
import { EXAMPLE_TITLE } from '../../contract/examples.js';
import { booleanFromText, msFromText } from '../../contract/query-codecs.js';
import { type ApiRequest, type HandledRequest, type Operation, operation } from '../../server/operation.js';
import { recordOperation } from '../../server/record-operation.js';
import type { ApiDependencies } from '../../server/api-dependencies.js';
import { withPreviewPermit } from '../../server/preview-permit.js';
import { asRendered, currentOrVersion, unstoredComposition, VERSION } from './frames.js';

const playbackOperation = {
  tag: 'Frames',
  schema: { type: 'string', description: 'The playback.' },
  media: ['application/octet-stream'],
  problems: [413, 422],
} as const;

const PART = {
  from: withDefault(
    about('Leaves out pictures that are only seen before, ms.', msFromText(LIMITS.durationMs)),
    0,
  ),
  sound: withDefault(
    about('Whether the sound is sent: always that of the whole video.', booleanFromText),
    true,
  ),
};
const TO = {
  to: about('Leaves out pictures that are only seen from then on, ms.', msFromText(LIMITS.durationMs)),
};
const Part = record(PART, TO);
type Part = t.TypeOf<typeof Part>;

const preparePlayback = (
  dependencies: ApiDependencies,
  request: Pick<ApiRequest<Part>, 'caller' | 'accepted' | 'signal' | 'query'>,
  composition: Composition,
): HandledRequest => {
  const filled = asRendered(composition);
  return pipe(
    withPreviewPermit(dependencies, request, filled, (signal, by) => {
      const { from, to = LIMITS.durationMs, sound } = request.query;
      const playback = { composition: filled, seen: { from, to }, withSound: sound };
      return dependencies.previews.playback(playback, signal, by);
    }),
    TE.map((bytes) => ({ status: 200, content: { type: request.accepted, data: Buffer.from(bytes) } })),
  );
};

export const playbackOperations: ReadonlyArray<Operation> = [
  operation('GET /v1/videos/{id}/playback', {
    ...playbackOperation,
    access: 'api-key-or-editor',
    id: 'getPlayback',
    summary: 'Prepare a video for playback in a browser',
    description: 'The same as `POST /v1/playback`, for a stored video.',
    query: record(PART, { ...TO, ...VERSION }),
    handle: (dependencies, request) =>
      pipe(
        currentOrVersion(dependencies, request),
        TE.flatMap((composition) => preparePlayback(dependencies, request, composition)),
      ),
  }),

  operation('POST /v1/playback', {
    ...playbackOperation,
    access: 'api-key-or-any-editor',
    id: 'drawPlayback',
    isRead: true,
    summary: 'Prepare a project for playback in a browser',
    description:
      'Returns what the editor needs to play a project that is not stored, in a format of its own that may change: all clips with their resolved places and times, the pixels of texts and images, and the mixed sound. The body is that of `POST /v1/videos`.',
    query: Part,
    body: CreateVideoBody,
    example: EXAMPLE_TITLE,
    handle: (dependencies, request) =>
      preparePlayback(dependencies, request, unstoredComposition(request.body)),
  }),

  recordOperation('POST /v1/media', {
    access: 'api-key-or-any-editor',
    id: 'probeMedia',
    tag: 'Frames',
    isRead: true,
    summary: 'Find out what a source is',
    description:
      'Downloads a source as a render would, and tells what it is: its kind, size and duration. A source that no clip could use gives a 422 that says why.',
    body: record({ url: Source }),
    example: { url: 'https://media.example.org/video.mp4' },
    data: MediaRecord,
    problems: [422],
    handle: (dependencies, request) =>
      withPreviewPermit(dependencies, request, request.body.url, (signal, by) =>
        dependencies.previews.media(request.body.url, signal, by),
      ),
  }),
];
