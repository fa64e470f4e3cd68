import type { OutputIsGone, Problem } from './problem.js';

/** What the response to a problem says. */
export interface ProblemText {
  readonly status: number;
  readonly message: ReadonlyArray<string>;
  /** The part of the video that the message is about, which begins with it. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const respond = (
  status: number,
  message: string,
  headers?: Readonly<Record<string, string>>,
): ProblemText => ({ status, message: [message], ...(headers ? { headers } : {}) });

const invalid = ({ problems }: { readonly problems: ReadonlyArray<string> }): ProblemText => ({
  status: 400,
  message: problems,
});

/** A problem that a retry may solve, after `seconds` at the earliest. */
const retryAfter = (status: number, seconds: number, message: string): ProblemText =>
  respond(status, message, { 'Retry-After': String(seconds) });

const foreign = (what: string) => () => respond(403, `not permitted: the ${what} belongs to another owner`);
const missing = (what: string) => () => respond(404, `${what} not found`);
const exists = () => respond(409, 'the resource already exists');
const unavailable = () => retryAfter(503, 1, 'the service is temporarily unavailable; retry');
const tooLarge = ({ maxBytes }: { readonly maxBytes: number }) =>
  respond(413, `the stored video, including defaults, must be at most ${maxBytes} bytes as JSON`);

/** Why a file is gone. */
const goneBecause = ({ expired }: OutputIsGone): string => {
  if (expired === undefined) return 'the output is no longer stored';
  const { at, retentionDays } = expired;
  const time = retentionDays === 1 ? '1 day' : `${retentionDays} days`;
  return `the output expired at ${at} and was deleted: outputs are kept for ${time}`;
};

type Texts = {
  readonly [Tag in Problem['_tag']]: (problem: Extract<Problem, { readonly _tag: Tag }>) => ProblemText;
};

/** What the response to every problem says. No stack, path, SQL or secret is included. */
export const PROBLEM_TEXTS: Texts = {
  RequestIsInvalid: invalid,
  VideoIsInvalid: invalid,
  MergeIsInvalid: invalid,
  WebhookUrlIsPrivate: () =>
    respond(400, 'url must resolve to publicly routable addresses, or be of a host in ALLOWED_PRIVATE_HOSTS'),
  SecretSwitchIsTooLate: ({ latest }) => respond(400, `xSignatureSwitchesAt must be no later than ${latest}`),
  FrameOutsideVideo: ({ durationMs }) =>
    respond(400, `t must be at least 0 and less than ${durationMs}, the duration of the video in ms`),
  NotAuthenticated: () =>
    respond(401, 'a valid API key, or the token of a link, is required', {
      'WWW-Authenticate': 'ApiKey realm="framewright", Bearer realm="framewright"',
    }),
  LinkHasExpired: () =>
    respond(401, 'the link has expired; ask for a new one', {
      'WWW-Authenticate': 'Bearer realm="framewright", error="invalid_token"',
    }),
  NotPermitted: ({ what }) => respond(403, what),
  VideoBelongsToAnotherOwner: foreign('video'),
  RenderBelongsToAnotherOwner: foreign('render'),
  RenderBatchBelongsToAnotherOwner: foreign('batch'),
  WebhookEndpointBelongsToAnotherOwner: foreign('webhook'),
  NotFound: ({ what }) => respond(404, `${what} not found`),
  VideoDoesNotExist: missing('video'),
  VideoVersionDoesNotExist: missing('video version'),
  CommentDoesNotExist: missing('comment'),
  RenderDoesNotExist: missing('render'),
  RenderBatchDoesNotExist: missing('batch'),
  WebhookEndpointDoesNotExist: missing('webhook'),
  ApiKeyDoesNotExist: missing('API key'),
  ApiKeyBelongsToAnotherOwner: foreign('API key'),
  WebhookDeliveryDoesNotExist: missing('delivery'),
  CaptionClipDoesNotExist: missing('caption clip'),
  // A caller must not learn that another owner's asset exists.
  AssetDoesNotExist: missing('asset'),
  AssetBelongsToAnotherOwner: missing('asset'),
  MethodNotAllowed: ({ allow }) =>
    respond(405, `method not allowed; use ${allow.join(', ')}`, { Allow: allow.join(', ') }),
  NotAcceptable: ({ offered }) => respond(406, `only ${offered} is available; change the Accept header`),
  RequestTimedOut: ({ observed }) =>
    respond(408, observed ?? 'the request was not received in time', { Connection: 'close' }),
  VideoAlreadyExists: exists,
  RenderAlreadyExists: exists,
  RenderBatchAlreadyExists: exists,
  WebhookEndpointAlreadyExists: exists,
  AssetAlreadyExists: exists,
  ApiKeyAlreadyExists: exists,
  EditorLinkIsRevoked: () =>
    respond(409, 'the editor link is revoked: replace it before creating other links'),
  TooManyApiKeys: ({ limit }) =>
    respond(409, `an owner can have ${limit} keys that were issued with other keys; revoke some`),
  TooManyComments: ({ limit }) => respond(409, `a video can have at most ${limit} comments and replies`),
  VersionNotApproved: ({ version }) =>
    respond(409, `version ${version} of the video is not approved: only approved versions are rendered here`),
  CaptionsAreUnknown: ({ problem }) => respond(409, problem),
  RenderNotCompleted: () =>
    respond(409, 'the render is not completed: only a completed render has a receipt and can be replayed'),
  RenderReplayedTooOften: ({ limit }) => respond(409, `a render can be replayed ${limit} times`),
  RenderAlreadyFinished: ({ status }) => respond(409, `the render is already ${status}`),
  RenderAttemptIsStale: () => respond(409, 'the render was taken over by another worker'),
  RenderBatchAlreadyFinished: ({ status }) => respond(409, `the batch is already ${status}`),
  RenderBatchIsUnfinished: () => respond(409, 'the batch is not finished'),
  AssetIsFinished: () => respond(409, 'the asset is already finished'),
  AssetIsUsed: ({ videos }) => ({
    status: 409,
    message: [
      'versions of these videos use the asset; delete it with ?force=true',
      ...videos.map((id) => `video ${id}`),
    ],
  }),
  AssetIsNotReady: ({ status, reason }) =>
    respond(409, `the asset is ${status}${reason === undefined ? '' : `: ${reason}`}`),
  WebhookDeliveryIsUnderWay: () =>
    respond(
      409,
      'the delivery is being sent, so wait until it has ended, or was cancelled because its webhook was deleted',
    ),
  WebhookEndpointIsDisabled: () => respond(409, 'the webhook is disabled; resume it instead'),
  StillInWork: () => retryAfter(409, 1, 'a request with this Idempotency-Key is in progress; retry later'),
  Conflict: () => retryAfter(409, 1, 'the resource was modified concurrently; retry'),
  // A client needs only the URL of an output, so it may have no API key for the request that the message names.
  OutputIsGone: (problem) => ({
    status: 410,
    message: [
      goneBecause(problem),
      `to render the same version again, send the metadata and clips in videoData of GET /v1/renders/${problem.renderId} to POST /v1/renders`,
    ],
  }),
  VideoVersionIsStale: () => respond(412, 'the video was modified: its ETag no longer matches If-Match'),
  BodyTooLarge: ({ maxBytes }) => respond(413, `body must be at most ${maxBytes} bytes`),
  AssetSpaceIsUsed: ({ usedBytes, maxBytes }) =>
    respond(413, `${usedBytes} of ${maxBytes} bytes for assets are used; delete some that are not needed`),
  VideoIsTooLarge: tooLarge,
  EventTooLarge: tooLarge,
  RenderBatchIsTooLarge: ({ maxBytes }) =>
    respond(413, `all rows together must be at most ${maxBytes} bytes as JSON`),
  PreviewTooLarge: () => respond(413, 'the video is too large to be drawn or played on demand'),
  UnsupportedMediaType: ({ supported }) => respond(415, `body must be sent as ${supported}`),
  RangeNotSatisfiable: ({ bytes }) =>
    respond(416, `the output has only ${bytes} bytes`, { 'Content-Range': `bytes */${bytes}` }),
  ExpectationFailed: () => respond(417, 'only Expect: 100-continue is supported'),
  IdempotencyKeyReused: () => respond(422, 'this Idempotency-Key was already used with a different request'),
  SourceNotRead: ({ message, retryable }) =>
    retryable ? retryAfter(422, 5, message) : respond(422, message),
  // A 422 if the video or a source is the cause, even if the source may be reached later; else a fault of the service.
  FrameNotDrawn: ({ failure: { clip, message, retryable, stage } }) => {
    const text = clip === undefined ? message : `${clip}: ${message}`;
    const said = retryable ? retryAfter(stage === 'download' ? 422 : 503, 5, text) : respond(422, text);
    return clip === undefined ? said : { ...said, path: clip };
  },
  TooManyUploads: ({ limit }) =>
    retryAfter(429, 5, `${limit} uploads are already under way; retry when one of them is finished`),
  TooManyRendersPending: ({ limit }) =>
    retryAfter(429, 30, `${limit} renders are already pending; retry when some of them have started`),
  TooManyBatchesOpen: ({ limit }) =>
    retryAfter(429, 60, `${limit} batches are already in progress; retry when one of them is finished`),
  TooManyRequests: ({ window, retryAfterSeconds }) =>
    retryAfter(
      429,
      retryAfterSeconds,
      `too many requests in this ${window}; retry in ${retryAfterSeconds} s`,
    ),
  // 503 if all clients together reach the limit, 429 if this client does.
  NoPlace: ({ of, what, limit }) => {
    if (of === 'all')
      return retryAfter(503, 5, `the service already has its maximum of ${limit} ${what}; retry`);
    const who = of === 'link' ? 'the links of this kind to the video already have' : 'you already have';
    return retryAfter(429, 5, `${who} the maximum of ${limit} ${what}; retry when one of them is done`);
  },
  HeadersTooLarge: () => respond(431, 'the request headers are too large', { Connection: 'close' }),
  InternalError: () => respond(500, 'internal error'),
  NoWorkerAvailable: () => retryAfter(503, 2, 'no render worker is available to make the preview; retry'),
  NotYetReadable: () => retryAfter(503, 1, 'the change is stored but cannot be read yet; retry'),
  UndecodableEvent: () =>
    respond(
      503,
      'the history of this resource contains an event that cannot be decoded; contact the operator',
    ),
  TimeLimitExceeded: ({ ms }) =>
    retryAfter(
      503,
      1,
      `the request exceeded its time limit of ${ms / 1000} s; retry (a change may still take effect)`,
    ),
  StorageIsFull: () => respond(507, 'the storage of the service is full; tell its operator'),
  HistoryDiffers: () => respond(503, 'the stored history differs from the log; see audit'),
  Abandoned: unavailable,
  Unavailable: unavailable,
  UnknownEvent: unavailable,
};
