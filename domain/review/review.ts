import * as E from 'fp-ts/lib/Either.js';
import { aggregate } from '../aggregate.js';
import type { Decider } from '../decider.js';
import type { CommentId, VideoId } from '../ids.js';
import { streamName } from '../stream-names.js';
import type { ReviewCommand } from './commands.js';
import {
  type CommentAdded,
  type CommentReplied,
  REVIEW_EVENTS,
  type ReviewEvent,
  type VersionApproved,
  type VersionSentBack,
} from './events.js';
import type { ReviewRefusal } from './refusals.js';
import { evolveReview, type Review } from './state.js';

// A review has a stream of its own, beside its video, so that comments and decisions neither count as versions nor
// conflict with edits. The caller has checked that the video and the version exist.

export const reviewStream = (id: VideoId): `review-${VideoId}` => streamName('review', id);

/** Maximum number of comments on a video, including replies. */
export const MAX_COMMENTS = 1000;

type Decision = E.Either<ReviewRefusal, ReadonlyArray<ReviewEvent>>;

const NOTHING: Decision = E.right([]);
const accept = (event: ReviewEvent): Decision => E.right([event]);

/** Adds a comment or a reply, unless there are too many. */
const addMessage = (event: CommentAdded | CommentReplied, { threads, replies }: Review): Decision =>
  Object.keys(threads).length + replies.length < MAX_COMMENTS
    ? accept(event)
    : E.left({ _tag: 'TooManyComments', videoId: event.data.videoId, limit: MAX_COMMENTS });

/** Refuses commands about a thread that does not exist. */
const inThread =
  <Data extends { readonly commentId: CommentId }>(decide: (data: Data, review: Review) => Decision) =>
  (data: Data, review: Review): Decision =>
    data.commentId in review.threads
      ? decide(data, review)
      : E.left({ _tag: 'CommentDoesNotExist', commentId: data.commentId });

/** Records a decision about a version, unless the last one is the same, by the same person with the same text. */
const recordDecision = (event: VersionApproved | VersionSentBack, review: Review): Decision => {
  const { version, author, text } = event.data;
  const last = review.decisions[version];
  const isDecided =
    last?.outcome === (event.type === 'VersionApproved' ? 'approved' : 'sent-back') &&
    last.text === text &&
    last.author.credential === author.credential &&
    last.author.name === author.name;
  return isDecided ? NOTHING : accept(event);
};

/** Comments on a video, and decisions about its versions. Any number of people may decide; the last decision counts. */
export const reviewDecider: Decider<ReviewCommand, Review, ReviewEvent, ReviewRefusal> = aggregate({
  category: 'review',
  events: REVIEW_EVENTS,
  initialState: { _tag: 'Review', threads: {}, replies: [], decisions: {} },
  evolve: evolveReview,
  handle: {
    AddComment: (data, review) =>
      data.commentId in review.threads ? NOTHING : addMessage({ type: 'CommentAdded', data }, review),
    ReplyToComment: inThread((data, review) =>
      review.replies.includes(data.replyId) ? NOTHING : addMessage({ type: 'CommentReplied', data }, review),
    ),
    ResolveComment: inThread((data, { threads }) =>
      threads[data.commentId] === true ? NOTHING : accept({ type: 'CommentResolved', data }),
    ),
    ReopenComment: inThread((data, { threads }) =>
      threads[data.commentId] === true ? accept({ type: 'CommentReopened', data }) : NOTHING,
    ),
    ApproveVersion: (data, review) => recordDecision({ type: 'VersionApproved', data }, review),
    SendVersionBack: (data, review) => recordDecision({ type: 'VersionSentBack', data }, review),
  },
});
