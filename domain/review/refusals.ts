import type { CommentId, VideoId } from '../ids.js';

export type ReviewRefusal =
  | { readonly _tag: 'CommentDoesNotExist'; readonly commentId: CommentId }
  | { readonly _tag: 'TooManyComments'; readonly videoId: VideoId; readonly limit: number };
