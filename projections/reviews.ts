import { insert, projection, update } from './change.js';
import type { Recorded } from '../domain/events.js';
import type { VersionApproved } from '../domain/review/events.js';

/** All comments on videos, and their replies, which have a `thread_id`. */
export const reviewComments = projection('review-comments', ['review_comments'], {
  CommentAdded: ({ commentId, videoId, version, text, author, time, point, drawing, at }) =>
    insert({
      comment_id: commentId,
      video_id: videoId,
      thread_id: null,
      version,
      text,
      author,
      time: time ?? null,
      point: point ?? null,
      drawing: drawing ?? null,
      resolved_by: null,
      resolved_at: null,
      created_at: at,
    }),
  CommentReplied: ({ replyId, videoId, commentId, text, author, at }) =>
    insert({
      comment_id: replyId,
      video_id: videoId,
      thread_id: commentId,
      version: null,
      text,
      author,
      time: null,
      point: null,
      drawing: null,
      resolved_by: null,
      resolved_at: null,
      created_at: at,
    }),
  CommentResolved: ({ commentId, author, at }) =>
    update({ comment_id: commentId }, { resolved_by: author, resolved_at: at }),
  CommentReopened: ({ commentId }) =>
    update({ comment_id: commentId }, { resolved_by: null, resolved_at: null }),
});

const decision =
  (outcome: 'approved' | 'sent-back') =>
  ({ videoId, version, text, author, at }: VersionApproved['data'], { id }: Recorded) =>
    insert({
      decision_id: id,
      video_id: videoId,
      version,
      outcome,
      text: text ?? null,
      author,
      decided_at: at,
    });

/** All decisions about versions of videos. The last one about a version, by its revision, counts. */
export const reviewDecisions = projection('review-decisions', ['review_decisions'], {
  VersionApproved: decision('approved'),
  VersionSentBack: decision('sent-back'),
});
