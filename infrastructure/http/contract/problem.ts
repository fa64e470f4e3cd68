import { STATUS_CODES } from 'node:http';
import type { PreviewFailure } from '../../../application/ports/previews.js';
import type { TooManyPreviews } from '../../../application/previews/limit-previews.js';
import type { TooManyRendersPending } from '../../../application/renders/admit-render.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { RenderFailure } from '../../../domain/render/events.js';
import type { RenderRefusal } from '../../../domain/render/refusals.js';
import type { MergeIsInvalid } from '../../../domain/template/merge.js';
import type { VideoRefusal } from '../../../domain/video/refusals.js';
import type { WebhookEndpointRefusal } from '../../../domain/webhook-endpoint/refusals.js';

/** Problems that only the HTTP layer can find. */
export type HttpProblem =
  | { readonly _tag: 'RequestIsInvalid'; readonly problems: ReadonlyArray<string> }
  | { readonly _tag: 'NotAuthenticated' }
  | { readonly _tag: 'NotPermitted'; readonly what: string }
  | { readonly _tag: 'NotFound'; readonly what: string }
  | { readonly _tag: 'RenderNotCompleted' }
  | { readonly _tag: 'MethodNotAllowed'; readonly allow: ReadonlyArray<string> }
  | { readonly _tag: 'NotAcceptable'; readonly offered: string }
  | { readonly _tag: 'RequestTimedOut' }
  | { readonly _tag: 'StillInWork' }
  | { readonly _tag: 'BodyTooLarge'; readonly maxBytes: number }
  | { readonly _tag: 'UnsupportedMediaType'; readonly supported: string }
  | { readonly _tag: 'RangeNotSatisfiable'; readonly bytes: number }
  | { readonly _tag: 'ExpectationFailed' }
  | { readonly _tag: 'IdempotencyKeyReused' }
  | { readonly _tag: 'TooManyRequests'; readonly window: string; readonly retryAfterSeconds: number }
  | { readonly _tag: 'HeadersTooLarge' }
  | { readonly _tag: 'InternalError' };

/** Every problem a request can have. */
export type Problem =
  | HttpProblem
  | VideoRefusal
  | RenderRefusal
  | MergeIsInvalid
  | WebhookEndpointRefusal
  | TooManyRendersPending
  | PreviewFailure
  | TooManyPreviews
  | Fault;

/** A problem as an HTTP response. */
export interface ProblemResponse {
  readonly status: number;
  readonly message: ReadonlyArray<string>;
  readonly headers?: Readonly<Record<string, string>>;
}

const RETRY_SOON = { 'Retry-After': '1' };

/** A frame that can't be drawn now may be drawn later; one that never can is the fault of the video. */
const notDrawn = ({ clip, message, retryable }: RenderFailure): ProblemResponse => ({
  status: retryable ? 503 : 422,
  message: [clip === undefined ? message : `${clip}: ${message}`],
  ...(retryable ? { headers: { 'Retry-After': '5' } } : {}),
});

/** Maps every problem to the response the client gets. No stack, path, SQL or secret is included. */
export const problemResponse = (problem: Problem): ProblemResponse => {
  switch (problem._tag) {
    case 'RequestIsInvalid':
    case 'VideoIsInvalid':
    case 'MergeIsInvalid':
    case 'WebhookRequestIsInvalid':
      return { status: 400, message: problem.problems };
    case 'NotAuthenticated':
      return {
        status: 401,
        message: ['a valid API key is required'],
        headers: { 'WWW-Authenticate': 'ApiKey realm="framewright", Bearer realm="framewright"' },
      };
    case 'NotPermitted':
      return { status: 403, message: [problem.what] };
    case 'VideoBelongsToAnotherOwner':
      return { status: 403, message: ['not permitted: the video belongs to another owner'] };
    case 'RenderBelongsToAnotherOwner':
      return { status: 403, message: ['not permitted: the render belongs to another owner'] };
    case 'WebhookEndpointBelongsToAnotherOwner':
      return { status: 403, message: ['not permitted: the webhook belongs to another owner'] };
    case 'NotFound':
      return { status: 404, message: [`${problem.what} not found`] };
    case 'VideoDoesNotExist':
      return { status: 404, message: ['video not found'] };
    case 'VideoVersionDoesNotExist':
      return { status: 404, message: ['video version not found'] };
    case 'RenderDoesNotExist':
      return { status: 404, message: ['render not found'] };
    case 'WebhookEndpointDoesNotExist':
      return { status: 404, message: ['webhook not found'] };
    case 'WebhookDeliveryDoesNotExist':
      return { status: 404, message: ['delivery not found'] };
    case 'RenderNotCompleted':
      return { status: 409, message: ['the render is not completed: only a completed render has a receipt'] };
    case 'MethodNotAllowed':
      return {
        status: 405,
        message: [`method not allowed; use ${problem.allow.join(', ')}`],
        headers: { Allow: problem.allow.join(', ') },
      };
    case 'NotAcceptable':
      return { status: 406, message: [`only ${problem.offered} is available; change the Accept header`] };
    case 'RequestTimedOut':
      return {
        status: 408,
        message: ['the request was not received in time'],
        headers: { Connection: 'close' },
      };
    case 'StillInWork':
      return {
        status: 409,
        message: ['a request with this Idempotency-Key is in progress; retry later'],
        headers: RETRY_SOON,
      };
    case 'RenderAlreadyFinished':
      return { status: 409, message: [`the render is already ${problem.status}`] };
    case 'WebhookDeliveryIsUnderWay':
      return { status: 409, message: ['the delivery is being sent or was cancelled'] };
    case 'WebhookEndpointIsDisabled':
      return { status: 409, message: ['the webhook is disabled; resume it instead'] };
    case 'RenderAttemptIsStale':
      return { status: 409, message: ['the render was taken over by another worker'] };
    case 'VideoAlreadyExists':
    case 'RenderAlreadyExists':
    case 'WebhookEndpointAlreadyExists':
      return { status: 409, message: ['the resource already exists'] };
    case 'Conflict':
      return {
        status: 409,
        message: ['the resource was modified concurrently; retry'],
        headers: RETRY_SOON,
      };
    case 'VideoVersionIsStale':
      return {
        status: 412,
        message: ['the video was modified: its ETag no longer matches If-Match'],
      };
    case 'BodyTooLarge':
      return { status: 413, message: [`body must be at most ${problem.maxBytes} bytes`] };
    case 'VideoIsTooLarge':
    case 'EventTooLarge':
      return {
        status: 413,
        message: [`the stored video, including defaults, must be at most ${problem.maxBytes} bytes as JSON`],
      };
    case 'UnsupportedMediaType':
      return { status: 415, message: [`body must be sent as ${problem.supported}`] };
    case 'RangeNotSatisfiable':
      return {
        status: 416,
        message: [`the output has only ${problem.bytes} bytes`],
        headers: { 'Content-Range': `bytes */${problem.bytes}` },
      };
    case 'ExpectationFailed':
      return { status: 417, message: ['only Expect: 100-continue is supported'] };
    case 'IdempotencyKeyReused':
      return { status: 422, message: ['this Idempotency-Key was already used with a different request'] };
    case 'TooManyRequests':
      return {
        status: 429,
        message: [`too many requests in this ${problem.window}; retry in ${problem.retryAfterSeconds} s`],
        headers: { 'Retry-After': String(problem.retryAfterSeconds) },
      };
    case 'TooManyRendersPending':
      return {
        status: 429,
        message: [`${problem.limit} renders are already pending; retry when some of them have started`],
        headers: { 'Retry-After': '30' },
      };
    case 'FrameOutsideVideo':
      return {
        status: 400,
        message: [
          `t must be at least 0 and less than ${problem.durationMs}, the duration of the video in ms`,
        ],
      };
    case 'FrameNotDrawn':
      return notDrawn(problem.failure);
    case 'PreviewTooLarge':
      return { status: 413, message: ['the video is too large to be drawn on demand'] };
    case 'TooManyPreviews':
      return {
        status: 429,
        message: [`${problem.limit} frames are already being drawn; retry when one of them is done`],
        headers: RETRY_SOON,
      };
    case 'NoWorkerAvailable':
      return {
        status: 503,
        message: ['no render worker is available to draw the frame; retry'],
        headers: { 'Retry-After': '2' },
      };
    case 'HeadersTooLarge':
      return {
        status: 431,
        message: ['the request headers are too large'],
        headers: { Connection: 'close' },
      };
    case 'InternalError':
      return { status: 500, message: ['internal error'] };
    case 'NotYetReadable':
      return {
        status: 503,
        message: ['the change is stored but cannot be read yet; retry'],
        headers: RETRY_SOON,
      };
    case 'Abandoned':
    case 'UndecodableEvent':
      return {
        status: 503,
        message: [
          'the history of this resource contains an event that cannot be decoded; contact the operator',
        ],
      };
    case 'Unavailable':
    case 'UnknownEvent':
      return { status: 503, message: ['the service is temporarily unavailable; retry'], headers: RETRY_SOON };
  }
};

/** The JSON body of an error response: `{statusCode, message, error}`. */
export const problemJson = ({ status, message }: ProblemResponse): string =>
  JSON.stringify({ statusCode: status, message, error: STATUS_CODES[status] ?? 'Error' });
