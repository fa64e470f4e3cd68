import { createHash } from 'node:crypto';
import { pipe } from 'fp-ts/lib/function.js';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { FrameRequest } from '../../../../application/ports/previews.js';
import { compositionOfVideo } from '../../../../application/videos/composition-of-video.js';
import { compositionOfVersion } from '../../../../application/videos/video-history.js';
import { filledComposition } from '../../../../application/renders/request-render.js';
import { about } from '../../../../domain/codec/codec.js';
import { record, withDefault } from '../../../../domain/codec/containers.js';
import { countClips, withClipIds } from '../../../../domain/composition/clips/clip-ids.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import { LIMITS } from '../../../../domain/composition/limits.js';
import { CreateVideoBody } from '../../../../domain/composition/requests.js';
import type { StillFormat } from '../../../../domain/render/still-format.js';
import { EXAMPLE_TITLE } from '../../contract/examples.js';
import type { Problem } from '../../contract/problem.js';
import { msFromText, wholeNumberFromText } from '../../contract/query-codecs.js';
import { type ApiRequest, type HandledRequest, type Operation, operation } from '../../server/operation.js';
import type { ApiDependencies } from '../../server/api-dependencies.js';
import { withPreviewPermit } from '../../server/preview-permit.js';
import { videoOfCaller } from '../../server/owned.js';
import { HIGHEST_VERSION, versionOfCaller } from '../videos/versions.js';

/** The formats of pictures by media type. */
export const STILL_FORMATS: Readonly<Record<string, StillFormat>> = {
  'image/png': 'png',
  'image/webp': 'webp',
  'image/jpeg': 'jpeg',
};

const TIME = {
  t: withDefault(
    about('The time of the frame, ms: less than the duration of the video.', msFromText(LIMITS.durationMs)),
    0,
  ),
};
const WIDTH = {
  width: about(
    'Scales the picture down to this width, px. A picture is never enlarged.',
    wholeNumberFromText(16, LIMITS.canvasSide.maximum),
  ),
};

const frameOperation = {
  access: 'api-key-or-editor',
  tag: 'Frames',
  schema: { type: 'string', description: 'The frame.' },
  media: Object.keys(STILL_FORMATS),
  tagged: true,
  problems: [413, 422],
} as const;

type FrameOptions = Pick<
  ApiRequest<{ readonly t: number; readonly width?: number }>,
  'caller' | 'query' | 'accepted' | 'signal'
>;

/** The composition that a render without values has; unchanged if a variable of the template has no default. */
export const asRendered = (composition: Composition): Composition =>
  E.getOrElse(() => composition)(filledComposition(composition));

/**
 * The problem to report for a frame that was not drawn. A template that lacks values is drawn with its placeholders. That
 * fails where they stand for numbers; the problem is then that values are missing.
 */
const causeOf = (composition: Composition, problem: Problem): Problem => {
  const filled = problem._tag === 'FrameNotDrawn' ? filledComposition(composition) : E.right(composition);
  return E.isLeft(filled) ? filled.left : problem;
};

const draw = (
  dependencies: ApiDependencies,
  frame: FrameOptions,
  composition: Composition,
): HandledRequest => {
  const { t: ms, width } = frame.query;
  const request: FrameRequest = {
    composition: asRendered(composition),
    ms,
    format: STILL_FORMATS[frame.accepted] ?? 'png',
    ...(width === undefined ? {} : { width }),
  };
  return pipe(
    withPreviewPermit(dependencies, frame, request.composition, (signal, by) =>
      dependencies.previews.frame(request, signal, by),
    ),
    TE.mapLeft((problem) => causeOf(composition, problem)),
    TE.map((bytes) => ({
      status: 200,
      content: { type: frame.accepted, data: Buffer.from(bytes) },
      headers: { ETag: `"${createHash('sha256').update(bytes).digest('base64url')}"`, Vary: 'Accept' },
    })),
  );
};

/** The composition of a version of the video in the path. */
const compositionAt = (
  dependencies: ApiDependencies,
  { caller, params }: Pick<ApiRequest, 'caller' | 'params'>,
): TE.TaskEither<Problem, Composition> =>
  pipe(
    versionOfCaller(dependencies, caller, params),
    TE.flatMap(compositionOfVersion(dependencies.eventArchive)),
  );

/** The composition of the current version of the video in the path, or of the requested one. */
export const currentOrVersion = (
  dependencies: ApiDependencies,
  { caller, params, query }: Pick<ApiRequest<{ readonly version?: number }>, 'caller' | 'params' | 'query'>,
): TE.TaskEither<Problem, Composition> =>
  query.version === undefined
    ? pipe(videoOfCaller(dependencies.queries, caller, params['id']), TE.map(compositionOfVideo))
    : compositionAt(dependencies, { caller, params: { ...params, version: String(query.version) } });

export const VERSION = {
  version: about(
    'The version of the video. Default: the current one.',
    wholeNumberFromText(1, HIGHEST_VERSION),
  ),
};

/**
 * The composition of a body that is not stored. The same clips always get the same ids, so that the cache of
 * previews finds them.
 */
export const unstoredComposition = ({ clips, ...body }: CreateVideoBody): Composition => ({
  ...body,
  clips: withClipIds(
    clips,
    [],
    Array.from({ length: countClips(clips) }, (_, index) => `clip ${index}`),
  ),
});

export const frameOperations: ReadonlyArray<Operation> = [
  operation('GET /v1/videos/{id}/frame', {
    ...frameOperation,
    id: 'getFrame',
    summary: 'Get a frame of a video',
    description:
      'Draws the frame that shows at `t` with the code that renders videos. As PNG in full size, it has exactly the pixels of the render before encoding.',
    exampleQuery: { t: 1500 },
    query: record(TIME, { ...WIDTH, ...VERSION }),
    handle: (dependencies, request) =>
      pipe(
        currentOrVersion(dependencies, request),
        TE.flatMap((composition) => draw(dependencies, request, composition)),
      ),
  }),

  operation('GET /v1/videos/{id}/versions/{version}/frame', {
    ...frameOperation,
    id: 'getVersionFrame',
    summary: 'Get a frame of a version of a video',
    description: 'Draws the frame as this version of the video shows it at `t`.',
    query: record(TIME, WIDTH),
    handle: (dependencies, request) =>
      pipe(
        compositionAt(dependencies, request),
        TE.flatMap((composition) => draw(dependencies, request, composition)),
      ),
  }),

  operation('POST /v1/frames', {
    ...frameOperation,
    access: 'api-key-or-any-editor',
    id: 'drawFrame',
    isRead: true,
    summary: 'Draw a frame of a project that is not stored',
    description:
      'Draws the frame that shows at `t` of the project in the body, without storing anything. The body is that of `POST /v1/videos`.',
    query: record(TIME, WIDTH),
    body: CreateVideoBody,
    example: EXAMPLE_TITLE,
    handle: (dependencies, request) => draw(dependencies, request, unstoredComposition(request.body)),
  }),
];
