import type { CommentId } from '../ids.js';
import type { ReviewAuthor, ReviewEvent } from './events.js';

export interface ReviewDecision {
  readonly outcome: 'approved' | 'sent-back';
  readonly author: ReviewAuthor;
  readonly text?: string;
}

/** The comments and decisions about a video. A video that nobody has reviewed has an empty review. */
export interface Review {
  readonly _tag: 'Review';
  /** Whether each thread is resolved, by the comment that began it. */
  readonly threads: Readonly<Record<CommentId, boolean>>;
  readonly replies: ReadonlyArray<CommentId>;
  /** The last decision about each version. */
  readonly decisions: Readonly<Record<number, ReviewDecision>>;
}

export const evolveReview = (state: Review, { type, data }: ReviewEvent): Review => {
  switch (type) {
    case 'CommentAdded':
    case 'CommentReopened':
      return { ...state, threads: { ...state.threads, [data.commentId]: false } };
    case 'CommentResolved':
      return { ...state, threads: { ...state.threads, [data.commentId]: true } };
    case 'CommentReplied':
      return { ...state, replies: [...state.replies, data.replyId] };
    case 'VersionApproved':
    case 'VersionSentBack': {
      const { version, author, text } = data;
      const outcome = type === 'VersionApproved' ? 'approved' : 'sent-back';
      const decision = { outcome, author, ...(text === undefined ? {} : { text }) } as const;
      return { ...state, decisions: { ...state.decisions, [version]: decision } };
    }
  }
};
