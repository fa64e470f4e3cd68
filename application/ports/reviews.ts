import type { Option } from 'fp-ts/lib/Option.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { CommentId, VideoId } from '../../domain/ids.js';
import type { CommentAdded, ReviewAuthor, VersionApproved } from '../../domain/review/events.js';
import type { ReviewDecision } from '../../domain/review/state.js';
import type { Fault } from './fault.js';

/** A comment, or a reply: that has a `threadId` and none of the fields that are about a place in the video. */
export interface CommentRow
  extends
    Pick<CommentAdded['data'], 'commentId' | 'text' | 'author'>,
    Partial<Pick<CommentAdded['data'], 'version' | 'time' | 'point' | 'drawing'>> {
  readonly threadId?: CommentId;
  readonly resolvedBy?: ReviewAuthor;
  readonly resolvedAt?: string;
  readonly createdAt: string;
}

export interface DecisionRow extends ReviewDecision, Pick<VersionApproved['data'], 'version'> {
  readonly decidedAt: string;
}

/** What has changed of a review is told by its mark, which then is another; of the video, by its version. */
export interface ReviewMark {
  readonly videoId: VideoId;
  readonly version: number;
  readonly mark: string;
}

export interface ReviewQueries {
  /** The mark, some time later: those that are asked for meanwhile are read together. */
  readonly markSoon: (id: VideoId) => TaskEither<Fault, Option<ReviewMark>>;
  /** All comments of a video with their replies, the oldest first. */
  readonly comments: (id: VideoId) => TaskEither<Fault, ReadonlyArray<CommentRow>>;
  /** The last 1,000 decisions about versions of a video, in the order in which they were made. */
  readonly decisions: (id: VideoId) => TaskEither<Fault, ReadonlyArray<DecisionRow>>;
}
