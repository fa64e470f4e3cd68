import { insert, projection, update } from './change.js';
import type { Recorded } from '../domain/events.js';
import type { VersionApproved } from '../domain/review/events.js';

/** The columns that only comments or only replies have. */
const UNSET = { threadId: null, version: null, time: null, point: null, drawing: null };
const UNRESOLVED = { resolvedBy: null, resolvedAt: null };

/** All comments on videos, and their replies, which have a `thread_id`. */
export const reviewComments = projection('review-comments', ['review_comments'], {
  CommentAdded: ({ commentId, videoId, version, text, author, time, point, drawing, at }) => {
    const about = { videoId, version, time, point, drawing };
    return insert({ commentId, ...UNSET, ...about, text, author, ...UNRESOLVED, createdAt: at });
  },
  CommentReplied: ({ replyId, videoId, commentId, text, author, at }) => {
    const about = { videoId, threadId: commentId };
    return insert({ commentId: replyId, ...UNSET, ...about, text, author, ...UNRESOLVED, createdAt: at });
  },
  CommentResolved: ({ commentId, author, at }) =>
    update({ commentId }, { resolvedBy: author, resolvedAt: at }),
  CommentReopened: ({ commentId }) => update({ commentId }, UNRESOLVED),
});

const decision =
  (outcome: 'approved' | 'sent-back') =>
  ({ videoId, version, text, author, at }: VersionApproved['data'], { id }: Recorded) =>
    insert({ decisionId: id, videoId, version, outcome, text, author, decidedAt: at });

/** All decisions about versions of videos. The last one about a version, by its revision, counts. */
export const reviewDecisions = projection('review-decisions', ['review_decisions'], {
  VersionApproved: decision('approved'),
  VersionSentBack: decision('sent-back'),
});
