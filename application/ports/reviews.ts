import type { Option } from 'fp-ts/lib/Option.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { CommentId, VideoId } from '../../domain/ids.js';
import type { CommentAdded, ReviewAuthor, VersionApproved } from '../../domain/review/events.js';
import type { ReviewDecision } from '../../domain/review/state.js';
import type { Fault } from './fault.js';

/** A comment or a reply. A reply has a `threadId`, and no version, time, point or drawing. */
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

/** Shows whether a review has changed: its mark differs after each change. A video has its version for that. */
export interface ReviewMark {
  readonly videoId: VideoId;
  readonly version: number;
  readonly mark: string;
}

export interface ReviewQueries {
  /** The mark after a short delay, in which calls are collected and read together. */
  readonly markSoon: (id: VideoId) => TaskEither<Fault, Option<ReviewMark>>;
  /** All comments on a video with their replies, oldest first. */
  readonly comments: (id: VideoId) => TaskEither<Fault, ReadonlyArray<CommentRow>>;
  /** The last 1,000 decisions about versions of a video, oldest first. */
  readonly decisions: (id: VideoId) => TaskEither<Fault, ReadonlyArray<DecisionRow>>;
}
