import { STATUS_CODES } from 'node:http';
import type { Fault } from '../../../application/ports/fault.js';
import type { NoCaptions } from '../../../domain/composition/captions/caption-cues.js';
import type { MergeIsInvalid } from '../../../domain/template/merge.js';
import type { VideoRefusal } from '../../../domain/video/refusals.js';
import type { WebhookEndpointRefusal } from '../../../domain/webhook-endpoint/refusals.js';
import { type PreviewProblem, previewProblem } from './preview-problem.js';
import { type ProblemResponse, RETRY_SOON } from './problem-response.js';
import type { NoPlace } from '../../../application/places/fair-places.js';
import { placeProblem } from './place-problem.js';
import { type OutputIsGone, outputIsGoneResponse } from './output-problem.js';
import { type BatchProblem, batchProblemResponse } from './batch-problem.js';
import { type RenderProblem, renderProblemResponse } from './render-problem.js';
import { webhookProblemResponse } from './webhook-problem.js';

/** Problems that only the HTTP layer can find. */
export type HttpProblem =
  | { readonly _tag: 'RequestIsInvalid'; readonly problems: ReadonlyArray<string> }
  | { readonly _tag: 'NotAuthenticated' }
  | { readonly _tag: 'LinkHasExpired' }
  | { readonly _tag: 'EditorLinkIsRevoked' }
  | { readonly _tag: 'NotPermitted'; readonly what: string }
  | { readonly _tag: 'NotFound'; readonly what: string }
  | { readonly _tag: 'MethodNotAllowed'; readonly allow: ReadonlyArray<string> }
  | { readonly _tag: 'NotAcceptable'; readonly offered: string }
  /** `observed`: what was too slow about it. */
  | { readonly _tag: 'RequestTimedOut'; readonly observed?: string }
  /** The answer did not begin within `ms`. */
  | { readonly _tag: 'TimeLimitExceeded'; readonly ms: number }
  | { readonly _tag: 'StillInWork' }
  | OutputIsGone
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
  | RenderProblem
  | MergeIsInvalid
  | NoCaptions
  | WebhookEndpointRefusal
  | PreviewProblem
  | BatchProblem
  | NoPlace
  | Fault;

/** Maps every problem to the response the client gets. No stack, path, SQL or secret is included. */
// oxlint-disable-next-line max-lines-per-function -- a table of all problems
export const problemResponse = (problem: Problem): ProblemResponse => {
  switch (problem._tag) {
    case 'RequestIsInvalid':
    case 'VideoIsInvalid':
    case 'MergeIsInvalid':
      return { status: 400, message: problem.problems };
    case 'NotAuthenticated':
      return {
        status: 401,
        message: ['a valid API key is required'],
        headers: { 'WWW-Authenticate': 'ApiKey realm="framewright", Bearer realm="framewright"' },
      };
    case 'LinkHasExpired':
      return {
        status: 401,
        message: ['the link has expired; ask for a new one'],
        headers: { 'WWW-Authenticate': 'Bearer realm="framewright", error="invalid_token"' },
      };
    case 'EditorLinkIsRevoked':
      return { status: 409, message: ['the editor link is revoked: replace it before creating other links'] };
    case 'NotPermitted':
      return { status: 403, message: [problem.what] };
    case 'VideoBelongsToAnotherOwner':
      return { status: 403, message: ['not permitted: the video belongs to another owner'] };
    case 'NotFound':
      return { status: 404, message: [`${problem.what} not found`] };
    case 'VideoDoesNotExist':
      return { status: 404, message: ['video not found'] };
    case 'VideoVersionDoesNotExist':
      return { status: 404, message: ['video version not found'] };
    case 'RenderDoesNotExist':
    case 'RenderAlreadyExists':
    case 'RenderBelongsToAnotherOwner':
    case 'RenderNotCompleted':
    case 'RenderReplayedTooOften':
    case 'RenderAlreadyFinished':
    case 'RenderAttemptIsStale':
    case 'TooManyRendersPending':
      return renderProblemResponse(problem);
    case 'RenderBatchDoesNotExist':
    case 'RenderBatchAlreadyExists':
    case 'RenderBatchBelongsToAnotherOwner':
    case 'RenderBatchAlreadyFinished':
    case 'RenderBatchIsUnfinished':
    case 'RenderBatchIsTooLarge':
    case 'TooManyBatchesOpen':
      return batchProblemResponse(problem);
    case 'WebhookEndpointDoesNotExist':
    case 'WebhookEndpointAlreadyExists':
    case 'WebhookEndpointBelongsToAnotherOwner':
    case 'WebhookEndpointIsDisabled':
    case 'WebhookRequestIsInvalid':
    case 'WebhookDeliveryDoesNotExist':
    case 'WebhookDeliveryIsUnderWay':
      return webhookProblemResponse(problem);
    case 'CaptionClipDoesNotExist':
      return { status: 404, message: ['caption clip not found'] };
    case 'CaptionsAreUnknown':
      return { status: 409, message: [problem.problem] };
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
        message: [problem.observed ?? 'the request was not received in time'],
        headers: { Connection: 'close' },
      };
    case 'StillInWork':
      return {
        status: 409,
        message: ['a request with this Idempotency-Key is in progress; retry later'],
        headers: RETRY_SOON,
      };
    case 'VideoAlreadyExists':
      return { status: 409, message: ['the resource already exists'] };
    case 'Conflict':
      return { status: 409, message: ['the resource was modified concurrently; retry'], headers: RETRY_SOON };
    case 'OutputIsGone':
      return outputIsGoneResponse(problem);
    case 'VideoVersionIsStale':
      return { status: 412, message: ['the video was modified: its ETag no longer matches If-Match'] };
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
    case 'FrameOutsideVideo':
    case 'FrameNotDrawn':
    case 'PreviewTooLarge':
    case 'NoWorkerAvailable':
    case 'SourceNotRead':
      return previewProblem(problem);
    case 'NoPlace':
      return placeProblem(problem);
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
    case 'UndecodableEvent':
      return {
        status: 503,
        message: [
          'the history of this resource contains an event that cannot be decoded; contact the operator',
        ],
      };
    case 'TimeLimitExceeded':
      return {
        status: 503,
        message: [
          `the request exceeded its time limit of ${problem.ms / 1000} s; retry (a change may still take effect)`,
        ],
        headers: RETRY_SOON,
      };
    case 'HistoryDiffers':
      return { status: 503, message: ['the stored history differs from the log; see audit'] };
    case 'Abandoned':
    case 'Unavailable':
    case 'UnknownEvent':
      return { status: 503, message: ['the service is temporarily unavailable; retry'], headers: RETRY_SOON };
  }
};

/** The JSON body of an error response: `{statusCode, message, error}`. */
export const problemJson = ({ status, message }: ProblemResponse): string =>
  JSON.stringify({ statusCode: status, message, error: STATUS_CODES[status] ?? 'Error' });
