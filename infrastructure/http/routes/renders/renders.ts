import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { cancelRender } from '../../../../application/renders/command-render.js';
import { createRender } from '../../../../application/renders/create-render.js';
import type { RenderRow } from '../../../../application/ports/queries.js';
import type { Forecast } from '../../../../application/renders/forecast.js';
import { requestRender, type RequestedRender } from '../../../../application/renders/request-render.js';
import { RenderRecord, renderRecord } from '../../../../application/records/render-record.js';
import { CreateRenderBody, CreateRenderByVideoBody } from '../../../../domain/composition/requests.js';
import { templateFieldProblems } from '../../../../domain/template/merge.js';
import { checkBody, checkStored, dryRun } from '../videos/checks.js';
import { availableOutputs } from '../../server/available-outputs.js';
import { type OperationResponse, operation, type Services } from '../../server/operation.js';
import { EXAMPLE_VIDEO } from '../../contract/examples.js';
import { wrapped } from '../../contract/pages.js';
import { mayRender, visibleRender } from '../../server/editor-rights.js';
import { forecastOf } from './render-forecast.js';
import { renderOfCaller, videoIdFrom } from '../../server/owned.js';

const data = (
  status: 200 | 201,
  render: RenderRow,
  settings: Services,
  headers = {},
  expected: Forecast = {},
): OperationResponse => ({
  status,
  json: JSON.stringify({ data: renderRecord(render, settings, expected) }),
  headers,
});

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
  (services: Services) =>
  (render: RequestedRender): OperationResponse =>
    data(201, justRequested(render), services, { Location: `/v1/renders/${render.renderId}` });

/** `POST /v1/renders` */
export const createRenderOperation = operation({
  method: 'POST',
  path: '/v1/renders',
  access: 'api-key',
  id: 'createRender',
  tag: 'Renders',
  summary: 'Create a render from inline video JSON',
  description:
    'Stores the video in the body, which then appears in lists like any other, and requests a render of its version 1.',
  query: dryRun.query,
  isRead: dryRun.isRead,
  body: CreateRenderBody,
  example: EXAMPLE_VIDEO,
  answers: {
    success: 201,
    meaning: 'The requested render, `pending`.',
    schema: wrapped(RenderRecord),
    problems: [403, 404],
  },
  handle: (services) => (request) => {
    const { caller, body, query, context } = request;
    if (query.dryRun === true) {
      const problems = templateFieldProblems(body.clips);
      if (problems.length > 0) return TE.left({ _tag: 'MergeIsInvalid', problems });
      return checkBody(services, request);
    }
    return pipe(
      TE.fromEither(availableOutputs(services, body.output ?? body.metadata.output)),
      TE.flatMap(() =>
        services.admitRender(caller.ownerId, createRender(services)(caller.ownerId, body, context)),
      ),
      TE.map(requested(services)),
    );
  },
});

/** `POST /v1/renders/{videoId}` */
export const createRenderOfVideoOperation = operation({
  method: 'POST',
  path: '/v1/renders/{id}', // One path of the description with `getRender`, so it has one name for its parameter.
  idExample: 'VIDEO_ID',
  access: 'api-key-or-editor-only',
  id: 'createRenderOfVideo',
  tag: 'Renders',
  summary: 'Create a render of a stored video',
  description:
    'Requests a render of the version of the video that is current when the request is accepted. Later changes to the video do not affect it.',
  query: dryRun.query,
  isRead: dryRun.isRead,
  body: CreateRenderByVideoBody,
  example: {},
  answers: {
    success: 201,
    meaning: 'The requested render, `pending`.',
    schema: wrapped(RenderRecord),
    problems: [403, 404],
  },
  handle: (services) => (request) => {
    const { caller, params, body, query, context } = request;
    return pipe(
      TE.fromEither(availableOutputs(services, body.output)),
      TE.flatMapEither(() => videoIdFrom(params['id'])),
      TE.tap((videoId) => mayRender(services.queries, caller, videoId)),
      TE.flatMap((videoId) =>
        query.dryRun === true
          ? checkStored(services, request, videoId)
          : pipe(
              services.admitRender(
                caller.ownerId,
                requestRender(services)(videoId, caller.ownerId, body, context),
              ),
              TE.map(requested(services)),
            ),
      ),
    );
  },
});

/** `GET /v1/renders/{id}` */
export const getRenderOperation = operation({
  method: 'GET',
  path: '/v1/renders/{id}',
  access: 'api-key-or-editor-only',
  id: 'getRender',
  tag: 'Renders',
  summary: 'Get a render',
  description:
    'Returns the current state of a render. To follow its progress, get its events; to be notified when it finishes, register a webhook.',
  answers: { success: 200, meaning: 'The render.', schema: wrapped(RenderRecord), problems: [403, 404] },
  handle:
    (services) =>
    ({ caller, params }) =>
      pipe(
        visibleRender(services.queries, caller, params['id']),
        TE.flatMap((render) =>
          pipe(
            forecastOf(services, render),
            TE.map((expected) => data(200, render, services, {}, expected)),
          ),
        ),
      ),
});

/** `POST /v1/renders/{id}/cancel` */
export const cancelRenderOperation = operation({
  method: 'POST',
  path: '/v1/renders/{id}/cancel',
  access: 'api-key-or-editor-only',
  id: 'cancelRender',
  tag: 'Renders',
  summary: 'Cancel a render',
  description: 'Cancels a render that is `pending` or `processing`. A finished render gives a 409.',
  answers: {
    success: 200,
    meaning: 'The cancelled render.',
    schema: wrapped(RenderRecord),
    problems: [403, 404, 409],
  },
  handle:
    (services) =>
    ({ caller, params, context }) =>
      pipe(
        visibleRender(services.queries, caller, params['id']),
        TE.flatMap(({ renderId }) => cancelRender(services)(renderId, caller.ownerId, context)),
        TE.flatMap(() => renderOfCaller(services.queries, caller, params['id'])),
        TE.map((render) => data(200, render, services)),
      ),
});
