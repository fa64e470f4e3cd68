import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  CommentRecord,
  commentRecords,
  DecisionRecord,
  decisionRecord,
  PointRecord,
  ReviewRecord,
} from '../../../../application/records/review-records.js';
import { PersonName } from '../../../../application/records/video-record.js';
import { type ReviewAct, reviewVideo } from '../../../../application/reviews/review-video.js';
import { about } from '../../../../domain/codec/codec.js';
import { record, withDefault } from '../../../../domain/codec/containers.js';
import { number, string } from '../../../../domain/codec/scalars.js';
import { LIMITS } from '../../../../domain/composition/limits.js';
import { CommentId, type VideoId } from '../../../../domain/ids.js';
import type { ReviewAuthor } from '../../../../domain/review/events.js';
import { wrapped } from '../../contract/pages.js';
import type { Problem } from '../../contract/problem.js';
import type { Caller } from '../../server/authenticate.js';
import {
  type ApiRequest,
  created,
  type HandledRequest,
  ok,
  type Operation,
  operation,
  type OperationResponse,
  type Services,
} from '../../server/operation.js';
import { idFrom, videoIdOfCaller } from '../../server/owned.js';
import { versionFrom } from './versions.js';

const reviewOperation = { access: 'api-key-or-editor', tag: 'Review', isReview: true } as const;

const text = about(
  'What you say.',
  string({ minLength: 1, maxLength: 2000, pattern: /\S/, patternMeaning: 'more than white space' }),
);
const name = about('Your name, unless the link was made out to one.', PersonName);
const time = about('When in the video, in ms.', number({ minimum: 0, maximum: LIMITS.durationMs }));
const version = about(
  'The version that you looked at. Default: the current one.',
  number({ minimum: 1, maximum: 999_999_999, integer: true }),
);

const CommentBody = about('A comment.', record({ text }, { time, point: PointRecord, version, name }), {
  title: 'CreateComment',
});
const ReplyBody = about('A reply.', record({ text }, { name }), { title: 'CreateReply' });
const PersonBody = withDefault(about('Who does it.', record({}, { name }), { title: 'Reviewer' }), {});
const ApprovalBody = withDefault(
  about('An approval.', record({}, { text, name }), { title: 'ApproveVersion' }),
  {},
);
const SendBackBody = about('What to change.', record({ text }, { name }), { title: 'SendVersionBack' });

/** Who acts, as it is recorded. */
const authorOf = ({ apiKey, link }: Caller, given: string | undefined): ReviewAuthor => {
  const who = link?.name ?? given;
  const named = link?.name === undefined ? ('self' as const) : ('link' as const);
  const known = who === undefined ? {} : { name: who, named };
  if (apiKey) return { role: 'owner', credential: apiKey.keyId, ...known };
  return { role: link?.access === 'edit' ? 'editor' : 'reviewer', credential: link?.id ?? '', ...known };
};

/** The video in the path. That of another owner is missing, so that nobody learns that it exists. */
const reviewedVideo = (
  { queries }: Services,
  { caller, params }: ApiRequest,
): TE.TaskEither<Problem, VideoId> =>
  pipe(
    videoIdOfCaller(queries, caller, params['id']),
    TE.mapLeft((problem) =>
      problem._tag === 'VideoBelongsToAnotherOwner'
        ? { _tag: 'VideoDoesNotExist', videoId: problem.videoId }
        : problem,
    ),
  );

const commentIdFrom = idFrom<CommentId>(CommentId, 'comment');

type Named = ApiRequest<unknown, { readonly name?: string }>;

/** Does something, then shows what the read models have of the video. */
const act = <Shown>(
  services: Services,
  request: Named,
  what: ReviewAct,
  show: (videoId: VideoId) => TE.TaskEither<Problem, Shown>,
): TE.TaskEither<Problem, Shown> => {
  const { caller, body, context } = request;
  return pipe(
    reviewedVideo(services, request),
    TE.tap((videoId) => {
      const reviewer = { videoId, ownerId: caller.ownerId, author: authorOf(caller, body.name) };
      return reviewVideo(services)(reviewer, what, context);
    }),
    TE.flatMap(show),
  );
};

/** Changes the threads; shows the one with this comment. */
const inThread = (
  services: Services,
  request: Named,
  what: ReviewAct,
  commentId: CommentId,
  respond: (thread: CommentRecord) => OperationResponse,
): HandledRequest =>
  act(services, request, what, (videoId) =>
    pipe(
      services.queries.reviews.comments(videoId),
      TE.map((rows) => commentRecords(rows).find(({ _id }) => _id === commentId)),
      TE.flatMap(TE.fromNullable<Problem>({ _tag: 'CommentDoesNotExist', commentId })),
      TE.map(respond),
    ),
  );

/** Does something to the comment in the path. */
const toComment = (
  services: Services,
  request: Named,
  what: (commentId: CommentId) => ReviewAct,
  respond: (thread: CommentRecord) => OperationResponse = ok,
): HandledRequest =>
  pipe(
    TE.fromEither<Problem, CommentId>(commentIdFrom(request.params['commentId'])),
    TE.flatMap((commentId) => inThread(services, request, what(commentId), commentId, respond)),
  );

/** Decides about the version in the path. */
const decide = (services: Services, request: Named, what: (version: number) => ReviewAct): HandledRequest =>
  pipe(
    TE.fromEither<Problem, number>(versionFrom(request.params['version'])),
    TE.flatMap((decided) =>
      act(services, request, what(decided), (videoId) =>
        pipe(
          services.queries.reviews.decisions(videoId),
          TE.map((all) => all.findLast((decision) => decision.version === decided)),
          TE.flatMap(
            TE.fromNullable<Problem>({ _tag: 'VideoVersionDoesNotExist', videoId, version: decided }),
          ),
        ),
      ),
    ),
    TE.map((decision) => ok(decisionRecord(decision))),
  );

const asCreated = (thread: CommentRecord): OperationResponse => created(thread);

export const reviewOperations: ReadonlyArray<Operation> = [
  operation('GET /v1/videos/{id}/review', {
    ...reviewOperation,
    id: 'getReview',
    summary: 'Get the review of a video',
    description: 'All comments with their replies, and the decisions about versions, each the oldest first.',
    returns: 'The review, which is empty if nobody has commented or decided.',
    schema: wrapped(ReviewRecord),
    handle: (services, request) =>
      pipe(
        reviewedVideo(services, request),
        TE.bindTo('videoId'),
        TE.bindW('comments', ({ videoId }) => services.queries.reviews.comments(videoId)),
        TE.bindW('decisions', ({ videoId }) => services.queries.reviews.decisions(videoId)),
        TE.map(({ comments, decisions }) =>
          ok({ comments: commentRecords(comments), decisions: decisions.map(decisionRecord) }),
        ),
      ),
  }),

  operation('POST /v1/videos/{id}/comments', {
    ...reviewOperation,
    id: 'addComment',
    summary: 'Comment on a video',
    description:
      'Adds a comment, at a time and a place on the picture if you name them. Comments are recorded in the history of the video: they can be resolved, but neither changed nor removed.',
    body: CommentBody,
    example: { text: 'The logo is too small.', time: 1500, point: { x: 0.8, y: 0.1 }, name: 'Ann' },
    success: 201,
    returns: 'The comment.',
    schema: wrapped(CommentRecord),
    problems: [409],
    handle: (services, request) => {
      const { name: _, ...comment } = request.body;
      const commentId = services.ids.uuid() as CommentId;
      return inThread(services, request, { type: 'AddComment', commentId, ...comment }, commentId, asCreated);
    },
  }),

  operation('POST /v1/videos/{id}/comments/{commentId}/replies', {
    ...reviewOperation,
    id: 'replyToComment',
    summary: 'Reply to a comment',
    description: 'Adds a reply to the thread that the comment began.',
    body: ReplyBody,
    example: { text: 'It is larger now.', name: 'Ben' },
    success: 201,
    returns: 'The comment with its replies.',
    schema: wrapped(CommentRecord),
    problems: [409],
    handle: (services, request) => {
      const replyId = services.ids.uuid() as CommentId;
      const { text: words } = request.body;
      return toComment(
        services,
        request,
        (commentId) => ({ type: 'ReplyToComment', commentId, replyId, text: words }),
        asCreated,
      );
    },
  }),

  operation('POST /v1/videos/{id}/comments/{commentId}/resolve', {
    ...reviewOperation,
    id: 'resolveComment',
    summary: 'Resolve a comment',
    description: 'Marks the thread as done. Resolving it again changes nothing.',
    body: PersonBody,
    example: {},
    returns: 'The comment.',
    schema: wrapped(CommentRecord),
    handle: (services, request) =>
      toComment(services, request, (commentId) => ({ type: 'ResolveComment', commentId })),
  }),

  operation('POST /v1/videos/{id}/comments/{commentId}/reopen', {
    ...reviewOperation,
    id: 'reopenComment',
    summary: 'Reopen a comment',
    description: 'Marks a resolved thread as open again.',
    body: PersonBody,
    example: {},
    returns: 'The comment.',
    schema: wrapped(CommentRecord),
    handle: (services, request) =>
      toComment(services, request, (commentId) => ({ type: 'ReopenComment', commentId })),
  }),

  operation('POST /v1/videos/{id}/versions/{version}/approve', {
    ...reviewOperation,
    id: 'approveVersion',
    summary: 'Approve a version of a video',
    description:
      'Records an approval of this version. The last decision about a version counts; a later version needs its own.',
    body: ApprovalBody,
    example: { name: 'Ann' },
    returns: 'The decision.',
    schema: wrapped(DecisionRecord),
    handle: (services, request) => {
      const { name: _, ...said } = request.body;
      return decide(services, request, (decided) => ({ type: 'ApproveVersion', version: decided, ...said }));
    },
  }),

  operation('POST /v1/videos/{id}/versions/{version}/send-back', {
    ...reviewOperation,
    id: 'sendVersionBack',
    summary: 'Send a version of a video back',
    description: 'Records that this version is not approved, and what is to be changed.',
    body: SendBackBody,
    example: { text: 'Please use the new logo.', name: 'Ann' },
    returns: 'The decision.',
    schema: wrapped(DecisionRecord),
    handle: (services, request) => {
      const { text: words } = request.body;
      return decide(services, request, (decided) => ({
        type: 'SendVersionBack',
        version: decided,
        text: words,
      }));
    },
  }),
];
