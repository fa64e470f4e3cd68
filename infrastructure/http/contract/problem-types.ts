import type { Problem } from './problem.js';

type Tag = Problem['_tag'];

/** Problems that are one type to a client: what it must do is the same. */
const SAME_TYPE = {
  VideoIsInvalid: 'RequestIsInvalid',
  MergeIsInvalid: 'RequestIsInvalid',
  WebhookRequestIsInvalid: 'RequestIsInvalid',
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
  AssetBelongsToAnotherOwner: 'NotFound', // nobody learns of the assets of others
  VideoAlreadyExists: 'AlreadyExists',
  RenderAlreadyExists: 'AlreadyExists',
  RenderBatchAlreadyExists: 'AlreadyExists',
  WebhookEndpointAlreadyExists: 'AlreadyExists',
  AssetAlreadyExists: 'AlreadyExists',
  EventTooLarge: 'VideoIsTooLarge',
  Abandoned: 'Unavailable',
  UnknownEvent: 'Unavailable',
} as const satisfies Partial<Record<Tag, string>>;

/** The type of a problem that a client can have. */
export type ProblemType = Exclude<Tag, keyof typeof SAME_TYPE> | (typeof SAME_TYPE)[keyof typeof SAME_TYPE];

export const typeOf = (tag: Tag): ProblemType =>
  tag in SAME_TYPE ? SAME_TYPE[tag as keyof typeof SAME_TYPE] : (tag as ProblemType);

/** The last part of the address of a type's page: `asset-is-used`. */
export const slugOf = (type: ProblemType): string =>
  type.replaceAll(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

/** The address of the page about a problem, at the service. It never changes, and identifies the type of the problem. */
export const typeAddress = (problem: Pick<Problem, '_tag'>): string =>
  `/guide/errors/${slugOf(typeOf(problem._tag))}`;
