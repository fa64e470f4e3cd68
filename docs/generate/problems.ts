import type { Problem, ProblemType } from '../../infrastructure/http/contract/problem.js';

/** What the page about a type of problem says. */
export interface ProblemPage {
  /** What it means, and why it happens. */
  readonly why: string;
  readonly fix: string;
  /** One such problem, from which the page takes the status and the body. */
  readonly example: Problem;
}

// Branded ids are plain text in the examples.
const id = (kind: string): never => `${kind}-0193f6a2` as never;

const RETRY = 'Wait for the seconds in `Retry-After`, then send the same request again.';

/** The texts of the error catalogue: one entry for each type, which the compiler checks. */
export const PROBLEM_PAGES: Readonly<Record<ProblemType, ProblemPage>> = {
  RequestIsInvalid: {
    why: 'The body, the query or a header is not valid. `message` lists all problems, each with its path.',
    fix: 'Correct each line of `message`. An editor that knows `/schema/video.json` shows mistakes while you type.',
    example: {
      _tag: 'RequestIsInvalid',
      problems: ['clips[2].timeFrame.end must be greater than clips[2].timeFrame.start'],
    },
  },
  FrameOutsideVideo: {
    why: 'A frame was requested at a time that the video does not have.',
    fix: 'Send a `t` in milliseconds, from 0 to just below the duration.',
    example: { _tag: 'FrameOutsideVideo', durationMs: 3000 },
  },
  NotAuthenticated: {
    why: 'The API key or token is missing, malformed, unknown or revoked.',
    fix: 'Send a valid key in the header `x-api-key`. Your operator issues keys: `npm run -s admin -- api-keys issue --owner NAME`.',
    example: { _tag: 'NotAuthenticated' },
  },
  LinkHasExpired: {
    why: 'A link with an end was used after that end.',
    fix: 'Ask the owner of the video for a new link (`POST /v1/videos/{id}/links`).',
    example: { _tag: 'LinkHasExpired' },
  },
  NotPermitted: {
    why: 'The credential is valid, but does not permit this. An API key permits what its scopes name, the token of a link one video; a viewing link only reads.',
    fix: 'Use an API key with the scope that the message names, or a link of the right kind.',
    example: { _tag: 'NotPermitted', what: 'not permitted: the link only permits viewing' },
  },
  BelongsToAnotherOwner: {
    why: 'The resource exists, but belongs to another owner.',
    fix: 'Check the id, and that the key is that of the owner who created the resource.',
    example: { _tag: 'VideoBelongsToAnotherOwner', videoId: id('video') },
  },
  NotFound: {
    why: 'Nothing has this path or id. Malformed ids count as unknown, and so do assets of another owner.',
    fix: 'Copy the `_id` from the response that created the resource, and compare the path with the [reference](../reference/api.md).',
    example: { _tag: 'VideoDoesNotExist', videoId: id('video') },
  },
  MethodNotAllowed: {
    why: 'The path exists, but not with this method.',
    fix: 'Use one of the methods in the header `Allow`.',
    example: { _tag: 'MethodNotAllowed', allow: ['GET', 'POST'] },
  },
  NotAcceptable: {
    why: 'The header `Accept` excludes every media type that the operation offers.',
    fix: 'Name one of the offered types in `Accept`, or omit the header.',
    example: { _tag: 'NotAcceptable', offered: 'image/png, image/webp or image/jpeg' },
  },
  RequestTimedOut: {
    why: 'The request did not arrive in time, or arrived too slowly.',
    fix: 'Try again on a faster connection. Send large files with [tus](../assets.md#large-files), which resumes.',
    example: { _tag: 'RequestTimedOut' },
  },
  AlreadyExists: {
    why: 'Another request has created a resource with this id.',
    fix: 'Read the existing resource, or repeat the request without the id.',
    example: { _tag: 'VideoAlreadyExists', videoId: id('video') },
  },
  EditorLinkIsRevoked: {
    why: 'All links of the video were revoked together with its editor link.',
    fix: 'Replace the editor link first, then create other links.',
    example: { _tag: 'EditorLinkIsRevoked' },
  },
  TooManyComments: {
    why: 'The video has as many comments and replies as it can have. None is ever removed.',
    fix: 'Discuss the rest elsewhere, or go on with a copy of the video.',
    example: { _tag: 'TooManyComments', videoId: id('video'), limit: 1000 },
  },
  TooManyApiKeys: {
    why: 'An owner can have a limited number of API keys that were issued with another key.',
    fix: 'Revoke those that are not needed: `DELETE /v1/api-keys/{id}`.',
    example: { _tag: 'TooManyApiKeys', limit: 100 },
  },
  VersionNotApproved: {
    why: 'The operator has the service render only approved versions (`RENDER_APPROVED_ONLY`), and the last decision about this one is not an approval. Every edit makes a version that nobody has approved yet, and so does `POST /v1/renders`.',
    fix: 'Have the version approved (`POST /v1/videos/{id}/versions/{version}/approve`, or a link for review), then request the render again.',
    example: { _tag: 'VersionNotApproved', version: 3 },
  },
  CaptionsAreUnknown: {
    why: 'The words of the clip are not in the video: they come from speech recognition, or their times depend on media.',
    fix: 'Get the captions of a completed render: `GET /v1/renders/{id}/captions/{clipId}`.',
    example: { _tag: 'CaptionsAreUnknown', problem: 'the clip has no words: get the captions of a render' },
  },
  RenderNotCompleted: {
    why: 'The operation needs a completed render, and this one is pending, failed or cancelled.',
    fix: 'Wait for the status `completed`, or request a new render.',
    example: { _tag: 'RenderNotCompleted' },
  },
  RenderReplayedTooOften: {
    why: 'Each render can be replayed a limited number of times.',
    fix: 'Use the results of the earlier replays: `GET /v1/renders/{id}/replay`.',
    example: { _tag: 'RenderReplayedTooOften', renderId: id('render'), limit: 10 },
  },
  RenderAlreadyFinished: {
    why: 'A finished render cannot be cancelled.',
    fix: 'Nothing is left to do; `GET /v1/renders/{id}` has the result.',
    example: { _tag: 'RenderAlreadyFinished', renderId: id('render'), status: 'completed' },
  },
  RenderAttemptIsStale: {
    why: 'Another worker took the render over. Clients do not normally see this.',
    fix: 'Read the render again.',
    example: { _tag: 'RenderAttemptIsStale', renderId: id('render'), current: 2 },
  },
  RenderBatchAlreadyFinished: {
    why: 'A finished batch cannot be cancelled.',
    fix: 'Nothing is left to do; `GET /v1/batches/{id}/results` has the results.',
    example: { _tag: 'RenderBatchAlreadyFinished', batchId: id('batch'), status: 'completed' },
  },
  RenderBatchIsUnfinished: {
    why: 'The operation needs a batch whose rows are all finished.',
    fix: 'Wait until the batch is finished, or cancel it.',
    example: { _tag: 'RenderBatchIsUnfinished', batchId: id('batch') },
  },
  AssetIsFinished: {
    why: 'The content of the asset has arrived already; it never changes.',
    fix: 'Create a new asset for new content.',
    example: { _tag: 'AssetIsFinished', assetId: id('asset') },
  },
  AssetIsUsed: {
    why: 'Versions of videos use the asset. They could not be rendered without it.',
    fix: 'Keep it, or delete it with `?force=true` if those versions are no longer needed.',
    example: { _tag: 'AssetIsUsed', videos: [id('video')] },
  },
  AssetIsNotReady: {
    why: 'The asset has no content yet, or its upload failed.',
    fix: 'Wait for the status `ready`. If it is `failed`, upload the file again as a new asset.',
    example: { _tag: 'AssetIsNotReady', status: 'receiving' },
  },
  WebhookDeliveryIsUnderWay: {
    why: 'The delivery is being sent at this moment, or was cancelled.',
    fix: 'Read the delivery again; send it again once it has failed or succeeded.',
    example: { _tag: 'WebhookDeliveryIsUnderWay', deliveryId: 'delivery-0193f6a2' },
  },
  WebhookEndpointIsDisabled: {
    why: 'The webhook was disabled because its deliveries kept failing.',
    fix: 'Mend the receiver, then resume the webhook: `POST /v1/webhooks/{id}/resume`.',
    example: { _tag: 'WebhookEndpointIsDisabled', endpointId: id('webhook') },
  },
  StillInWork: {
    why: 'The first request with this `Idempotency-Key` is not answered yet.',
    fix: RETRY,
    example: { _tag: 'StillInWork' },
  },
  Conflict: {
    why: 'Several requests changed the resource at the same moment. Nothing of this request was stored.',
    fix: RETRY,
    example: { _tag: 'Conflict', stream: 'video-0193f6a2' },
  },
  OutputIsGone: {
    why: 'The file was deleted after the time for which outputs are kept (`RETENTION_DAYS`).',
    fix: 'Render the same version again. Download outputs before they expire.',
    example: {
      _tag: 'OutputIsGone',
      renderId: id('render'),
      expired: { retentionDays: 30, at: '2026-11-01T12:00:00.000Z' },
    },
  },
  VideoVersionIsStale: {
    why: 'Somebody changed the video since you read it: `If-Match` names an older version. Nothing was stored.',
    fix: 'Read the video, apply your change to it, and send its new `ETag`.',
    example: { _tag: 'VideoVersionIsStale', videoId: id('video'), current: 4 },
  },
  BodyTooLarge: {
    why: 'The body is larger than the operation accepts.',
    fix: 'Refer to files by URL or as [assets](../assets.md) instead of embedding them.',
    example: { _tag: 'BodyTooLarge', maxBytes: 1_048_576 },
  },
  AssetSpaceIsUsed: {
    why: 'The assets of the owner take all the space that the operator gave them.',
    fix: 'Delete assets that no video needs, or ask the operator for more (`OWNER_MAX_ASSET_BYTES`).',
    example: { _tag: 'AssetSpaceIsUsed', usedBytes: 900, maxBytes: 1000 },
  },
  VideoIsTooLarge: {
    why: 'With all defaults filled in, the video would be too large for one event.',
    fix: 'Divide it, shorten the captions, or move SVG and data into assets.',
    example: { _tag: 'VideoIsTooLarge', maxBytes: 1_040_000 },
  },
  RenderBatchIsTooLarge: {
    why: 'All rows of the batch together are too large.',
    fix: 'Send several batches.',
    example: { _tag: 'RenderBatchIsTooLarge', maxBytes: 1_040_000 },
  },
  PreviewTooLarge: {
    why: 'The video is too large to be drawn while a client waits.',
    fix: 'Render it: renders have no such limit.',
    example: { _tag: 'PreviewTooLarge' },
  },
  UnsupportedMediaType: {
    why: 'The body has a media type that the operation does not read.',
    fix: 'Set `Content-Type` to one of the types in `message`.',
    example: { _tag: 'UnsupportedMediaType', supported: 'application/json' },
  },
  RangeNotSatisfiable: {
    why: 'The header `Range` starts after the end of the file.',
    fix: 'Ask for a range within the length in `Content-Range`.',
    example: { _tag: 'RangeNotSatisfiable', bytes: 48_213 },
  },
  ExpectationFailed: {
    why: 'The header `Expect` asks for something that the service does not know.',
    fix: 'Remove the header, or send `100-continue`.',
    example: { _tag: 'ExpectationFailed' },
  },
  IdempotencyKeyReused: {
    why: 'An earlier request with the same `Idempotency-Key` had different content.',
    fix: 'Draw a new key for each new request, and repeat a request only unchanged.',
    example: { _tag: 'IdempotencyKeyReused' },
  },
  SourceNotRead: {
    why: 'A file that the request names could not be fetched or read. `message` has the reason.',
    fix: 'Check that the address is public and leads to the file itself, not to a page about it.',
    example: { _tag: 'SourceNotRead', message: 'the server answered with status 404', retryable: false },
  },
  FrameNotDrawn: {
    why: 'A frame cannot be drawn, usually because a source cannot be read. `message` names the clip.',
    fix: 'Correct the clip. `POST /v1/check` lists all such problems of a video at once.',
    example: {
      _tag: 'FrameNotDrawn',
      failure: {
        stage: 'download',
        clip: 'clips[0]',
        message: 'the server answered with status 404',
        retryable: false,
      },
    },
  },
  TooManyUploads: {
    why: 'The owner has as many uploads in progress as the operator permits.',
    fix: 'Finish or delete one of them, then try again.',
    example: { _tag: 'TooManyUploads', limit: 8 },
  },
  TooManyRendersPending: {
    why: 'The owner has as many pending renders as the operator permits (`OWNER_MAX_PENDING_RENDERS`).',
    fix: 'Wait until some have started; a [batch](../templates.md#batches) does that for you.',
    example: { _tag: 'TooManyRendersPending', limit: 1000 },
  },
  TooManyBatchesOpen: {
    why: 'The owner has as many unfinished batches as the operator permits.',
    fix: 'Wait until one is finished, or cancel one.',
    example: { _tag: 'TooManyBatchesOpen', limit: 10 },
  },
  TooManyRequests: {
    why: 'The key or link has used up one of its rate limits. `RateLimit` shows what remains.',
    fix: `${RETRY} Use webhooks instead of polling.`,
    example: { _tag: 'TooManyRequests', window: 'minute', retryAfterSeconds: 12 },
  },
  NoPlace: {
    why: 'Too many requests of this kind are in progress: yours (429), or those of everybody (503).',
    fix: RETRY,
    example: { _tag: 'NoPlace', of: 'owner', what: 'frames and other previews being made', limit: 4 },
  },
  HeadersTooLarge: {
    why: 'The headers of the request are larger than the service reads.',
    fix: 'Remove cookies and other headers that are not needed.',
    example: { _tag: 'HeadersTooLarge' },
  },
  InternalError: {
    why: 'A defect of the service. The request may or may not have taken effect.',
    fix: 'Repeat it with the same `Idempotency-Key`. If it happens again, send the operator the `X-Request-Id` of the response.',
    example: { _tag: 'InternalError' },
  },
  NoWorkerAvailable: {
    why: 'No worker took the preview in time: all are busy, or none runs.',
    fix: `${RETRY} Operators: \`npm run -s admin -- doctor\`.`,
    example: { _tag: 'NoWorkerAvailable' },
  },
  NotYetReadable: {
    why: 'The change is stored, but the read models have not caught up.',
    fix: 'Read the resource after a moment. Do not send the change again without its `Idempotency-Key`.',
    example: { _tag: 'NotYetReadable' },
  },
  UndecodableEvent: {
    why: 'The history of this resource has an event that this release cannot read.',
    fix: 'Operators: the log names the event. A newer release may have written it; do not go back behind it.',
    example: {
      _tag: 'UndecodableEvent',
      stream: 'video-0193f6a2',
      revision: 3,
      eventType: 'VideoPatched',
      reason: 'clips is missing',
    },
  },
  TimeLimitExceeded: {
    why: 'The response did not begin within the time limit of the operation. A change may still take effect.',
    fix: 'Read the resource first; then repeat the request with the same `Idempotency-Key`.',
    example: { _tag: 'TimeLimitExceeded', ms: 10_000 },
  },
  StorageIsFull: {
    why: 'The disk or bucket of the service is full.',
    fix: 'Operators: make room, or lower `RETENTION_DAYS`. Clients: tell the operator.',
    example: { _tag: 'StorageIsFull' },
  },
  HistoryDiffers: {
    why: 'A stored event no longer matches its leaf in the log. The service refuses to decide on changed history.',
    fix: 'Operators: follow [the audit guide](../audit.md), and restore the event store from a backup.',
    example: { _tag: 'HistoryDiffers' } as never,
  },
  Unavailable: {
    why: 'A server that the API depends on cannot be reached at the moment.',
    fix: RETRY,
    example: { _tag: 'Unavailable', what: 'PostgreSQL', cause: 'connection refused' },
  },
};
