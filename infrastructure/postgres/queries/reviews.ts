import type { Knex } from 'knex';
import type { CommentRow, DecisionRow, ReviewQueries } from '../../../application/ports/reviews.js';
import { rowReader, type StoredAs } from '../connection/stored-rows.js';
import { run } from '../connection/database.js';

const commentOf = rowReader<CommentRow>({
  commentId: true,
  threadId: true,
  version: true,
  text: true,
  author: true,
  time: true,
  point: true,
  resolvedBy: true,
  resolvedAt: true,
  createdAt: true,
});

const decisionOf = rowReader<DecisionRow>({
  version: true,
  outcome: true,
  text: true,
  author: true,
  decidedAt: true,
});

export const postgresReviewQueries = (database: Knex): ReviewQueries => ({
  comments: (id) =>
    run(async () => {
      const rows: ReadonlyArray<StoredAs<CommentRow>> = await database('review_comments')
        .where({ video_id: id })
        .orderBy(['created_at', 'comment_id']);
      return rows.map(commentOf);
    }),

  decisions: (id) =>
    run(async () => {
      const rows: ReadonlyArray<StoredAs<DecisionRow>> = await database('review_decisions')
        .where({ video_id: id })
        .orderBy('revision', 'desc')
        .limit(1000);
      return rows.map(decisionOf).toReversed();
    }),
});
