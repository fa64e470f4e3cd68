import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  CommentRecord,
  commentRecords,
  DrawingRecord,
  PointRecord,
} from '../../../../application/records/review-records.js';
import type { ReviewAct } from '../../../../application/reviews/review-video.js';
import { about } from '../../../../domain/codec/codec.js';
import { record, withDefault } from '../../../../domain/codec/containers.js';
import { number } from '../../../../domain/codec/scalars.js';
import { LIMITS } from '../../../../domain/composition/limits.js';
import { CommentId } from '../../../../domain/ids.js';
import type { Problem } from '../../contract/problem.js';
import { type Operation } from '../../server/operation.js';
import { recordOperation } from '../../server/record-operation.js';
import { idFrom } from '../../server/owned.js';
import { act, type ReviewRequest, name, reviewOperation, reviewText } from './review-operation.js';

const time = about('When in the video, in ms.', number({ minimum: 0, maximum: LIMITS.durationMs }));
const version = about(
  'The version that you looked at. Default: the current one.',
  number({ minimum: 1, maximum: 999_999_999, integer: true }),
);

const CommentBody = about(
  'A comment.',
  record({ text: reviewText }, { time, point: PointRecord, drawing: DrawingRecord, version, name }),
  { title: 'CreateComment' },
);

/** Rounds a coordinate, a fraction of the picture: finer than any screen, and short in the history. */
const rounded = (fraction: number): number => Math.round(fraction * 10_000) / 10_000;

const roundedShapes = (drawing: DrawingRecord): DrawingRecord =>
  drawing.map(({ points, ...shape }) => ({
    ...shape,
    points: points.map(({ x, y }) => ({ x: rounded(x), y: rounded(y) })),
  }));
const ReplyBody = about('A reply.', record({ text: reviewText }, { name }), { title: 'CreateReply' });
const PersonBody = withDefault(about('Who does it.', record({}, { name }), { title: 'Reviewer' }), {});
const commentIdFrom = idFrom<CommentId>(CommentId, 'comment');

/** Carries out a review action, then returns the thread that begins with the comment. */
const inThread = (
  reviewRequest: ReviewRequest,
  what: ReviewAct,
  commentId: CommentId,
): TE.TaskEither<Problem, CommentRecord> =>
  act(
    reviewRequest,
    what,
    pipe(
      reviewRequest.dependencies.queries.reviews.comments(reviewRequest.videoId),
      TE.map((rows) => commentRecords(rows).find(({ _id }) => _id === commentId)),
      TE.flatMap(TE.fromNullable<Problem>({ _tag: 'CommentDoesNotExist', commentId })),
    ),
  );

/** Carries out a review action on the comment in the path. */
const toComment = (
  reviewRequest: ReviewRequest,
  what: (commentId: CommentId) => ReviewAct,
): TE.TaskEither<Problem, CommentRecord> =>
  pipe(
    TE.fromEither<Problem, CommentId>(commentIdFrom(reviewRequest.request.params['commentId'])),
    TE.flatMap((commentId) => inThread(reviewRequest, what(commentId), commentId)),
  );

export const commentOperations: ReadonlyArray<Operation> = [
  recordOperation('POST /v1/videos/{id}/comments', {
    ...reviewOperation,
    id: 'addComment',
    summary: 'Comment on a video',
    description:
      'Adds a comment, at a time and a place on the picture if you name them, with a drawing on the picture if you send one. Comments are recorded in the history of the video: they can be resolved, but neither changed nor removed.',
    body: CommentBody,
    example: { text: 'The logo is too small.', time: 1500, point: { x: 0.8, y: 0.1 }, name: 'Ann' },
    success: 201,
    data: CommentRecord,
    problems: [409],
    handle: (dependencies, request, videoId) => {
      const { name: _, drawing, ...comment } = request.body;
      const commentId = dependencies.ids.uuid() as CommentId;
      return inThread(
        { dependencies, request, videoId },
        {
          type: 'AddComment',
          commentId,
          ...comment,
          ...(drawing ? { drawing: roundedShapes(drawing) } : {}),
        },
        commentId,
      );
    },
  }),

  recordOperation('POST /v1/videos/{id}/comments/{commentId}/replies', {
    ...reviewOperation,
    id: 'replyToComment',
    summary: 'Reply to a comment',
    description: 'Adds a reply to the thread that the comment began.',
    body: ReplyBody,
    example: { text: 'It is larger now.', name: 'Ben' },
    success: 201,
    returns: 'The comment with its replies.',
    data: CommentRecord,
    problems: [409],
    handle: (dependencies, request, videoId) => {
      const replied = {
        type: 'ReplyToComment',
        replyId: dependencies.ids.uuid() as CommentId,
        text: request.body.text,
      } as const;
      return toComment({ dependencies, request, videoId }, (commentId) => ({ ...replied, commentId }));
    },
  }),

  recordOperation('POST /v1/videos/{id}/comments/{commentId}/resolve', {
    ...reviewOperation,
    id: 'resolveComment',
    summary: 'Resolve a comment',
    description: 'Marks the thread as done. Resolving it again changes nothing.',
    body: PersonBody,
    example: {},
    data: CommentRecord,
    handle: (dependencies, request, videoId) =>
      toComment({ dependencies, request, videoId }, (commentId) => ({ type: 'ResolveComment', commentId })),
  }),

  recordOperation('POST /v1/videos/{id}/comments/{commentId}/reopen', {
    ...reviewOperation,
    id: 'reopenComment',
    summary: 'Reopen a comment',
    description: 'Marks a resolved thread as open again.',
    body: PersonBody,
    example: {},
    data: CommentRecord,
    handle: (dependencies, request, videoId) =>
      toComment({ dependencies, request, videoId }, (commentId) => ({ type: 'ReopenComment', commentId })),
  }),
];
