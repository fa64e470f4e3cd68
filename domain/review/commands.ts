import type {
  CommentAdded,
  CommentReplied,
  ReviewEvent,
  VersionApproved,
  VersionSentBack,
} from './events.js';

type Facts = Extract<ReviewEvent, { type: 'CommentResolved' }>['data'];

export type AddComment = { readonly type: 'AddComment' } & CommentAdded['data'];
export type ReplyToComment = { readonly type: 'ReplyToComment' } & CommentReplied['data'];
export type ResolveComment = { readonly type: 'ResolveComment' } & Facts;
export type ReopenComment = { readonly type: 'ReopenComment' } & Facts;
export type ApproveVersion = { readonly type: 'ApproveVersion' } & VersionApproved['data'];
export type SendVersionBack = { readonly type: 'SendVersionBack' } & VersionSentBack['data'];

export type ReviewCommand =
  AddComment | ReplyToComment | ResolveComment | ReopenComment | ApproveVersion | SendVersionBack;
