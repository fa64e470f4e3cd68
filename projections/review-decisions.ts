import type { Recorded } from '../domain/events.js';
import type { VersionApproved } from '../domain/review/events.js';
import { insert, projection } from './change.js';

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
