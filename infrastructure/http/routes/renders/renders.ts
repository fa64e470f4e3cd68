import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as O from 'fp-ts/lib/Option.js';
import { cancelRender } from '../../../../application/renders/command-render.js';
import { createRender } from '../../../../application/renders/create-render.js';
import type { RenderRow } from '../../../../application/ports/queries.js';
import { requestRender, type RequestedRender } from '../../../../application/renders/request-render.js';
import { RenderRecord, renderRecord } from '../../../../application/records/render-record.js';
import { CreateRenderBody, CreateRenderByVideoBody } from '../../../../domain/composition/requests.js';
import { templateFieldProblems } from '../../../../domain/template/merge.js';
import { dryRun } from '../../contract/query-codecs.js';
import { checkBody, checkStored } from '../videos/checks.js';
import { created, ok, type Operation, type OperationResponse, operation } from '../../server/operation.js';
import { recordOperation } from '../../server/record-operation.js';
import type { ApiDependencies } from '../../server/api-dependencies.js';
import { EXAMPLE_VIDEO } from '../../contract/examples.js';
import { wrapped } from '../../contract/pages.js';
import { renderableVideo, visibleRender } from '../../server/editor-rights.js';
import { assetScopeOf, renderOfCaller, videoOfCaller } from '../../server/owned.js';
import type { Fault } from '../../../../application/ports/fault.js';
import { type Forecast, forecast } from '../../../../application/renders/forecast.js';
import { isFinished } from '../../../../domain/render/state.js';
import { RenderProgressRecord } from '../../../../application/records/render-progress-record.js';
import { eventsAfter, sendsFiniteEvents } from '../../server/event-stream.js';

/** When an unfinished render or replay will probably start and end. */
export const forecastOf = (
  { queries, clock, underWayPerOwner }: ApiDependencies,
  { renderId, status, progress }: Pick<RenderRow, 'renderId' | 'status' | 'progress'>,
): TE.TaskEither<Fault, Forecast> =>
  isFinished(status)
    ? TE.right({})
    : pipe(
        queries.renders.outlook(renderId),
        TE.map(
          O.match(
            () => ({}),
            (outlook) => forecast({ ...outlook, fraction: progress }, { underWayPerOwner }, clock.now()),
          ),
        ),
      );

/** A render in its initial state, even if a worker has already started it. */
const justRequested = ({ renderId, ownerId, video, requestedAt }: RequestedRender): RenderRow => ({
  renderId,
  ownerId,
  status: 'pending',
  attempt: 0,
  progress: 0,
  video,
  createdAt: requestedAt,
  updatedAt: requestedAt,
});

const requested =
  (dependencies: ApiDependencies) =>
  (render: RequestedRender): OperationResponse =>
    created(renderRecord(justRequested(render), dependencies), `/v1/renders/${render.renderId}`);

export const renderOperations: ReadonlyArray<Operation> = [
  operation('POST /v1/renders', {
    id: 'createRender',
    summary: 'Create a render from inline video JSON',
    description:
      'Stores the video in the body, which then appears in lists like any other, and requests a render of its version 1.',
    query: dryRun.query,
    isRead: dryRun.isRead,
    body: CreateRenderBody,
    example: EXAMPLE_VIDEO,
    success: 201,
    schema: wrapped(RenderRecord),
    problems: [403, 404],
    handle: (dependencies, request) => {
      const { caller, body, query, context } = request;
      if (query.dryRun === true) {
        const problems = templateFieldProblems(body.clips);
        if (problems.length > 0) return TE.left({ _tag: 'MergeIsInvalid', problems });
        return pipe(checkBody(dependencies, request), TE.map(ok));
      }
      return pipe(
        dependencies.admitRender(caller.ownerId, createRender(dependencies)(caller.ownerId, body, context)),
        TE.map(requested(dependencies)),
      );
    },
  }),

  // OpenAPI has one entry for this path and the path of `getRender`, so the parameter is `id` in both.
  operation('POST /v1/renders/{id}', {
    idExample: 'VIDEO_ID',
    access: 'api-key-or-link',
    id: 'createRenderOfVideo',
    summary: 'Create a render of a stored video',
    description:
      'Requests a render of the version of the video that is current when the request is accepted. Later changes to the video do not affect it.',
    query: dryRun.query,
    isRead: dryRun.isRead,
    body: CreateRenderByVideoBody,
    example: {},
    success: 201,
    schema: wrapped(RenderRecord),
    of: renderableVideo,
    handle: (dependencies, request, videoId) => {
      const { caller, body, query, context } = request;
      return query.dryRun === true
        ? pipe(
            videoOfCaller(dependencies.queries, caller, videoId),
            TE.flatMap((video) => checkStored(dependencies, request, video)),
            TE.map(ok),
          )
        : pipe(
            dependencies.admitRender(
              caller.ownerId,
              requestRender(dependencies)(videoId, assetScopeOf(caller), body, context),
            ),
            TE.map(requested(dependencies)),
          );
    },
  }),

  recordOperation('GET /v1/renders/{id}', {
    access: 'api-key-or-link',
    id: 'getRender',
    summary: 'Get a render',
    description:
      'Returns the current state of a render. To follow its progress, get its events; to be notified when it finishes, register a webhook.',
    data: RenderRecord,
    of: visibleRender,
    handle: (dependencies, _, render) =>
      pipe(
        forecastOf(dependencies, render),
        TE.map((expected) => renderRecord(render, dependencies, expected)),
      ),
  }),

  recordOperation('POST /v1/renders/{id}/cancel', {
    access: 'api-key-or-link',
    id: 'cancelRender',
    summary: 'Cancel a render',
    description: 'Cancels a render that is `pending` or `processing`. A finished render gives a 409.',
    data: RenderRecord,
    problems: [409],
    of: visibleRender,
    handle: (dependencies, { caller, context }, { renderId }) =>
      pipe(
        cancelRender(dependencies)(renderId, caller.ownerId, context),
        TE.flatMap(() => renderOfCaller(dependencies.queries, caller, renderId)),
        TE.map((render) => renderRecord(render, dependencies)),
      ),
  }),
];

export const renderEventOperation = operation('GET /v1/renders/{id}/events', {
  access: 'api-key-or-link',
  id: 'watchRender',
  summary: 'Follow the progress of a render',
  description:
    'Sends server-sent events named `progress` until the render is completed, failed or cancelled; each has the `RenderProgress` as its data. ' +
    'A client that lost the connection sends the `id` of the last event it has seen as `Last-Event-ID`, to any process of the service, and never gets older progress. ' +
    'After the last event, that gives a 204, and the client need not connect again. ' +
    'The number of streams is limited; a client that gets a 429 or 503 can poll `GET /v1/renders/{id}` instead.',
  ...sendsFiniteEvents(RenderProgressRecord.jsonSchema),
  of: visibleRender,
  handle: ({ watching }, { header, signal }, { renderId, status, attempt, progress: fraction }) => {
    const lastId = header('last-event-id');
    const render = { renderId, status, attempt, fraction };
    return TE.right(eventsAfter('progress', lastId, () => watching.watch(render, lastId, signal)));
  },
});
