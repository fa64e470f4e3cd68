import type { Knex } from 'knex';
import type {
  CommentRow,
  DecisionRow,
  ReviewMark,
  ReviewQueries,
} from '../../../application/ports/reviews.js';
import { rowOf, type StoredAs } from '../connection/stored-rows.js';
import { run } from '../connection/database.js';
import { batchedLookup, type OnAdvanced } from './batched-lookup.js';

/** Counts alone would miss a comment that is resolved while another is opened again. */
const MARKS = `select video_id as "videoId", (
    select concat_ws('-', count(*), count(resolved_at), extract(epoch from max(resolved_at)))
    from review_comments where video_id = asked.video_id
  ) || '-' || (select count(*) from review_decisions where video_id = asked.video_id) as mark, version
  from unnest(?::uuid[]) as asked (video_id) join video_details using (video_id)`;

export const postgresReviewQueries = (database: Knex, onAdvanced: OnAdvanced): ReviewQueries => ({
  markSoon: batchedLookup(
    async (ids) => (await database.raw<{ rows: ReadonlyArray<ReviewMark> }>(MARKS, [[...ids]])).rows,
    ({ videoId }) => videoId,
    onAdvanced,
  ),

  comments: (id) =>
    run(async () => {
      const rows: ReadonlyArray<StoredAs<CommentRow>> = await database('review_comments')
        .where({ video_id: id })
        .orderBy(['created_at', 'comment_id']);
      return rows.map(rowOf<CommentRow>);
    }),

  decisions: (id) =>
    run(async () => {
      const rows: ReadonlyArray<StoredAs<DecisionRow>> = await database('review_decisions')
        .where({ video_id: id })
        .orderBy('revision', 'desc')
        .limit(1000);
      return rows.map(rowOf<DecisionRow>).toReversed();
    }),
});
