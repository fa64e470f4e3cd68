import * as E from 'fp-ts/lib/Either.js';
import { type Decider, isEventOf } from '../decider.js';
import type { VideoId } from '../ids.js';
import { streamName } from '../stream-names.js';
import type { ReviewCommand } from './commands.js';
import { REVIEW_EVENTS, type ReviewEvent } from './events.js';
import type { ReviewRefusal } from './refusals.js';
import { evolveReview, type Review } from './state.js';

// A review is a stream of its own beside that of its video, so that comments and decisions neither count as versions
// nor conflict with edits. The caller has checked that the video and the version exist.

export const reviewStream = (id: VideoId): `review-${VideoId}` => streamName('review', id);

/** The most comments of a video, replies included. */
export const MAX_COMMENTS = 1000;

const EVENT_TYPES = {
  AddComment: 'CommentAdded',
  ReplyToComment: 'CommentReplied',
  ResolveComment: 'CommentResolved',
  ReopenComment: 'CommentReopened',
  ApproveVersion: 'VersionApproved',
  SendVersionBack: 'VersionSentBack',
} as const satisfies Record<ReviewCommand['type'], ReviewEvent['type']>;

const eventOf = ({ type, ...data }: ReviewCommand) => ({ type: EVENT_TYPES[type], data }) as ReviewEvent;

type Decided = Extract<ReviewCommand, { readonly type: 'ApproveVersion' | 'SendVersionBack' }>;

/** Whether this is the last decision about the version already, by the same person in the same words. */
const isDecided = ({ version, author, text, type }: Decided, review: Review) => {
  const last = review.decisions[version];
  return (
    last?.outcome === (type === 'ApproveVersion' ? 'approved' : 'sent-back') &&
    last.text === text &&
    last.author.credential === author.credential &&
    last.author.name === author.name
  );
};

/** Whether the state already holds what the command is for. */
const holds = (command: ReviewCommand, review: Review): boolean => {
  const { threads, replies } = review;
  switch (command.type) {
    case 'AddComment':
      return command.commentId in threads;
    case 'ReplyToComment':
      return replies.includes(command.replyId);
    case 'ResolveComment':
      return threads[command.commentId] === true;
    case 'ReopenComment':
      return threads[command.commentId] === false;
    case 'ApproveVersion':
    case 'SendVersionBack':
      return isDecided(command, review);
  }
};

const decide = (
  command: ReviewCommand,
  review: Review,
): E.Either<ReviewRefusal, ReadonlyArray<ReviewEvent>> => {
  const { type } = command;
  const { threads, replies } = review;
  if (type !== 'AddComment' && 'commentId' in command && !(command.commentId in threads))
    return E.left({ _tag: 'CommentDoesNotExist', commentId: command.commentId });
  if (holds(command, review)) return E.right([]);
  const isFull = Object.keys(threads).length + replies.length >= MAX_COMMENTS;
  if (isFull && (type === 'AddComment' || type === 'ReplyToComment'))
    return E.left({ _tag: 'TooManyComments', videoId: command.videoId, limit: MAX_COMMENTS });
  return E.right([eventOf(command)]);
};

/** Comments on a video, and decisions about its versions. Any number of people may decide; the last decision counts. */
export const reviewDecider: Decider<ReviewCommand, Review, ReviewEvent, ReviewRefusal> = {
  isEvent: isEventOf<ReviewEvent>(REVIEW_EVENTS),
  initialState: { _tag: 'Review', threads: {}, replies: [], decisions: {} },
  decide,
  evolve: evolveReview,
};
