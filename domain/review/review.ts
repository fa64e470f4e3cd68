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

// A review is a stream of its own beside that of its video, so that comments and decisions neither count as versions
// nor conflict with edits. The caller has checked that the video and the version exist.

export const reviewStream = (id: VideoId): `review-${VideoId}` => streamName('review', id);

/** The most comments of a video, replies included. */
export const MAX_COMMENTS = 1000;

type Decision = E.Either<ReviewRefusal, ReadonlyArray<ReviewEvent>>;

const NOTHING: Decision = E.right([]);
const causes = (event: ReviewEvent): Decision => E.right([event]);

/** Adds a comment or a reply, if there is room. */
const says = (event: CommentAdded | CommentReplied, { threads, replies }: Review): Decision =>
  Object.keys(threads).length + replies.length < MAX_COMMENTS
    ? causes(event)
    : E.left({ _tag: 'TooManyComments', videoId: event.data.videoId, limit: MAX_COMMENTS });

/** What a command about a thread causes, if there is the thread. */
const inThread =
  <Data extends { readonly commentId: CommentId }>(decide: (data: Data, review: Review) => Decision) =>
  (data: Data, review: Review): Decision =>
    data.commentId in review.threads
      ? decide(data, review)
      : E.left({ _tag: 'CommentDoesNotExist', commentId: data.commentId });

/** Changes the last decision about a version, unless it is this one, by the same person in the same words. */
const decides = (event: VersionApproved | VersionSentBack, review: Review): Decision => {
  const { version, author, text } = event.data;
  const last = review.decisions[version];
  const isDecided =
    last?.outcome === (event.type === 'VersionApproved' ? 'approved' : 'sent-back') &&
    last.text === text &&
    last.author.credential === author.credential &&
    last.author.name === author.name;
  return isDecided ? NOTHING : causes(event);
};

/** Comments on a video, and decisions about its versions. Any number of people may decide; the last decision counts. */
export const reviewDecider: Decider<ReviewCommand, Review, ReviewEvent, ReviewRefusal> = aggregate({
  category: 'review',
  events: REVIEW_EVENTS,
  initialState: { _tag: 'Review', threads: {}, replies: [], decisions: {} },
  evolve: evolveReview,
  handle: {
    AddComment: (data, review) =>
      data.commentId in review.threads ? NOTHING : says({ type: 'CommentAdded', data }, review),
    ReplyToComment: inThread((data, review) =>
      review.replies.includes(data.replyId) ? NOTHING : says({ type: 'CommentReplied', data }, review),
    ),
    ResolveComment: inThread((data, { threads }) =>
      threads[data.commentId] === true ? NOTHING : causes({ type: 'CommentResolved', data }),
    ),
    ReopenComment: inThread((data, { threads }) =>
      threads[data.commentId] === true ? causes({ type: 'CommentReopened', data }) : NOTHING,
    ),
    ApproveVersion: (data, review) => decides({ type: 'VersionApproved', data }, review),
    SendVersionBack: (data, review) => decides({ type: 'VersionSentBack', data }, review),
  },
});
