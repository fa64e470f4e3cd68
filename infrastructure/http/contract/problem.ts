import type { UploadRefusal } from '../../../application/assets/assets.js';
import type { NoPlace } from '../../../application/permits/permit-counts.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { PreviewFailure } from '../../../application/ports/previews.js';
import type { SourceNotRead } from '../../../application/ports/source-proxy.js';
import type { TooManyBatchesOpen, TooManyRendersPending } from '../../../application/renders/admit-render.js';
import type { VersionNotApproved } from '../../../application/reviews/approved-only.js';
import type { AssetRefusal } from '../../../domain/asset/refusals.js';
import type { NoCaptions } from '../../../domain/composition/captions/exported-captions.js';
import type { RenderId } from '../../../domain/ids.js';
import type { RenderBatchRefusal } from '../../../domain/render-batch/refusals.js';
import type { RenderRefusal } from '../../../domain/render/refusals.js';
import type { ReviewRefusal } from '../../../domain/review/refusals.js';
import type { ApiKeyRefusal } from '../../../domain/api-key/refusals.js';
import type { MergeIsInvalid } from '../../../domain/template/merge.js';
import type { VideoRefusal } from '../../../domain/video/refusals.js';
import type { WebhookEndpointRefusal } from '../../../domain/webhook-endpoint/refusals.js';
import { about } from '../../../domain/codec/codec.js';
import { array, record } from '../../../domain/codec/containers.js';
import { number, string } from '../../../domain/codec/scalars.js';

/** A completed render wrote the file, but it is no longer stored. */
export interface OutputIsGone {
  readonly _tag: 'OutputIsGone';
  readonly renderId: RenderId;
  /** The retention time and when it ended (ISO 8601), if it has. */
  readonly expired?: { readonly retentionDays: number; readonly at: string };
}

/** Problems that only the HTTP layer can find. */
export type HttpProblem =
  | { readonly _tag: 'RequestIsInvalid'; readonly problems: ReadonlyArray<string> }
  | { readonly _tag: 'NotAuthenticated' }
  | { readonly _tag: 'LinkHasExpired' }
  | { readonly _tag: 'EditorLinkIsRevoked' }
  | { readonly _tag: 'TooManyApiKeys'; readonly limit: number }
  | { readonly _tag: 'NotPermitted'; readonly what: string }
  | { readonly _tag: 'NotFound'; readonly what: string }
  | { readonly _tag: 'MethodNotAllowed'; readonly allow: ReadonlyArray<string> }
  | { readonly _tag: 'NotAcceptable'; readonly offered: string }
  /** `observed`: how slow the transfer was. */
  | { readonly _tag: 'RequestTimedOut'; readonly observed?: string }
  /** The response did not begin within `ms`. */
  | { readonly _tag: 'TimeLimitExceeded'; readonly ms: number }
  | { readonly _tag: 'StillInWork' }
  | OutputIsGone
  | { readonly _tag: 'BodyTooLarge'; readonly maxBytes: number }
  /** The disk of the service is full. */
  | { readonly _tag: 'StorageIsFull' }
  /** The asset has no content yet, or none at all. */
  | { readonly _tag: 'AssetIsNotReady'; readonly status: string; readonly reason?: string }
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
  | ReviewRefusal
  | VersionNotApproved
  | RenderRefusal
  | TooManyRendersPending
  | RenderBatchRefusal
  | TooManyBatchesOpen
  | MergeIsInvalid
  | NoCaptions
  | WebhookEndpointRefusal
  | AssetRefusal
  | ApiKeyRefusal
  | UploadRefusal
  | PreviewFailure
  | SourceNotRead
  | NoPlace
  | Fault;

/** The request itself is invalid. Each line describes one thing that is wrong with it. */
export const invalidRequest = (...problems: ReadonlyArray<string>): HttpProblem => ({
  _tag: 'RequestIsInvalid',
  problems,
});

type Tag = Problem['_tag'];

/** Problems that have the same type as another one, because a client must react in the same way. */
const SAME_TYPE = {
  VideoIsInvalid: 'RequestIsInvalid',
  MergeIsInvalid: 'RequestIsInvalid',
  WebhookUrlIsPrivate: 'RequestIsInvalid',
  SecretSwitchIsTooLate: 'RequestIsInvalid',
  VideoBelongsToAnotherOwner: 'BelongsToAnotherOwner',
  RenderBelongsToAnotherOwner: 'BelongsToAnotherOwner',
  RenderBatchBelongsToAnotherOwner: 'BelongsToAnotherOwner',
  WebhookEndpointBelongsToAnotherOwner: 'BelongsToAnotherOwner',
  VideoDoesNotExist: 'NotFound',
  VideoVersionDoesNotExist: 'NotFound',
  CommentDoesNotExist: 'NotFound',
  RenderDoesNotExist: 'NotFound',
  RenderBatchDoesNotExist: 'NotFound',
  WebhookEndpointDoesNotExist: 'NotFound',
  WebhookDeliveryDoesNotExist: 'NotFound',
  CaptionClipDoesNotExist: 'NotFound',
  AssetDoesNotExist: 'NotFound',
  ApiKeyDoesNotExist: 'NotFound',
  ApiKeyBelongsToAnotherOwner: 'BelongsToAnotherOwner',
  AssetBelongsToAnotherOwner: 'NotFound', // a caller must not learn that another owner's asset exists
  VideoAlreadyExists: 'AlreadyExists',
  RenderAlreadyExists: 'AlreadyExists',
  RenderBatchAlreadyExists: 'AlreadyExists',
  WebhookEndpointAlreadyExists: 'AlreadyExists',
  AssetAlreadyExists: 'AlreadyExists',
  ApiKeyAlreadyExists: 'AlreadyExists',
  EventTooLarge: 'VideoIsTooLarge',
  Abandoned: 'Unavailable',
  UnknownEvent: 'Unavailable',
} as const satisfies Partial<Record<Tag, string>>;

export type ProblemType = Exclude<Tag, keyof typeof SAME_TYPE> | (typeof SAME_TYPE)[keyof typeof SAME_TYPE];

export const typeOf = (tag: Tag): ProblemType =>
  tag in SAME_TYPE ? SAME_TYPE[tag as keyof typeof SAME_TYPE] : (tag as ProblemType);

/** The last segment of the address of the page about a type: `asset-is-used`. */
export const slugOf = (type: ProblemType): string =>
  type.replaceAll(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

/** The address of the page about a problem, at the service. It never changes, and identifies the type of the problem. */
export const typeAddress = (problem: Pick<Problem, '_tag'>): string =>
  `/guide/errors/${slugOf(typeOf(problem._tag))}`;

/** The body of every error response. */
export const ErrorRecord = about(
  'What went wrong.',
  record(
    {
      statusCode: about('The HTTP status.', number({ integer: true })),
      message: about(
        'What went wrong. For a 400, one line per problem, each starting with the path of the field.',
        array(string(), 100_000),
      ),
      error: about('The name of the HTTP status.', string()),
      type: about(
        'The type of the problem: the path, at this service, of the page that says what it means and what to do.',
        string(),
      ),
    },
    {
      path: about(
        'The part of the video that cannot be drawn, such as `clips[3]` or `metadata.soundtrack`; absent if the problem is about none.',
        string(),
      ),
    },
  ),
  { title: 'Error' },
);
