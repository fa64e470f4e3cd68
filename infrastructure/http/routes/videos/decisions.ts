import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { PresenceRecord } from '../../../../application/records/presence-record.js';
import {
  commentRecords,
  DecisionRecord,
  decisionRecord,
  ReviewRecord,
} from '../../../../application/records/review-records.js';
import { reviewEvents } from '../../../../application/reviews/review-events.js';
import type { ReviewAct } from '../../../../application/reviews/review-video.js';
import { about } from '../../../../domain/codec/codec.js';
import { array, record, withDefault } from '../../../../domain/codec/containers.js';
import { number, string } from '../../../../domain/codec/scalars.js';
import type { Problem } from '../../contract/problem.js';
import { eventsResponse, sendsEvents } from '../../server/event-stream.js';
import { NO_CONTENT, type Operation, operation } from '../../server/operation.js';
import { recordOperation } from '../../server/record-operation.js';
import { act, type ReviewRequest, name, reviewOperation, reviewText } from './review-operation.js';
import { versionFrom } from './versions.js';

const ApprovalBody = withDefault(
  about('An approval.', record({}, { text: reviewText, name }), { title: 'ApproveVersion' }),
  {},
);
const SendBackBody = about('What to change.', record({ text: reviewText }, { name }), {
  title: 'SendVersionBack',
});

/** Decides about the version in the path. */
const decide = (
  reviewRequest: ReviewRequest,
  what: (version: number) => ReviewAct,
): TE.TaskEither<Problem, DecisionRecord> => {
  const { dependencies, request, videoId } = reviewRequest;
  return pipe(
    TE.fromEither<Problem, number>(versionFrom(request.params['version'])),
    TE.flatMap((decided) =>
      act(
        reviewRequest,
        what(decided),
        pipe(
          dependencies.queries.reviews.decisions(videoId),
          TE.map((all) => all.findLast((decision) => decision.version === decided)),
          TE.flatMap(
            TE.fromNullable<Problem>({ _tag: 'VideoVersionDoesNotExist', videoId, version: decided }),
          ),
        ),
      ),
    ),
    TE.map(decisionRecord),
  );
};

const ReviewMarkRecord = about(
  'A state of a video and its review.',
  record({
    mark: about('Another after each change of the review.', string()),
    version: about('The current version of the video.', number({ minimum: 1, integer: true })),
    people: about('Those who have the video open, at most 20.', array(PresenceRecord)),
  }),
  { title: 'ReviewMark' },
);

/** The review of a video, and decisions about its versions. */
export const decisionOperations: ReadonlyArray<Operation> = [
  operation('GET /v1/videos/{id}/review/events', {
    ...reviewOperation,
    id: 'watchReview',
    summary: 'Follow a video and its review',
    description:
      'Sends server-sent events named `review`, first for what is, then whenever somebody has changed the video, commented or decided, or selects something else; `GET /v1/videos/{id}` and `GET /v1/videos/{id}/review` have the rest. ' +
      'A client that lost the connection sends the `id` of the last event it has seen as `Last-Event-ID`, to any process of the service. ' +
      'The number of streams is limited; a client that gets a 429 or 503 can poll `GET /v1/videos/{id}/review` instead.',
    ...sendsEvents(ReviewMarkRecord.jsonSchema),
    handle: ({ queries, clock, presence, watching }, { header, signal }, videoId) => {
      const lastId = header('last-event-id');
      const ended = AbortSignal.any([signal, watching.closing]);
      return TE.right(
        eventsResponse(
          'review',
          reviewEvents({ queries: queries.reviews, clock, presence }, videoId, lastId, ended),
        ),
      );
    },
  }),

  operation('POST /v1/videos/{id}/presence', {
    ...reviewOperation,
    id: 'showPresence',
    isPresence: true,
    isRead: true,
    startsAtOnce: true,
    summary: 'Show that you have a video open',
    description:
      'Tells those who follow the video (`GET /v1/videos/{id}/review/events`) who you are and which clips you have selected. It is stored nowhere: send it again after each change, and every 10 s; after 25 s, others no longer see you.',
    body: PresenceRecord,
    example: { tab: '7f3a9c2e1b', selection: ['title'], name: 'Ann' },
    success: 204,
    handle: ({ presence }, { caller, body }, videoId) => {
      const name = caller.link?.name ?? body.name;
      presence.publish(videoId, { ...body, ...(name === undefined ? {} : { name }) });
      return TE.right(NO_CONTENT);
    },
  }),

  recordOperation('GET /v1/videos/{id}/review', {
    ...reviewOperation,
    id: 'getReview',
    summary: 'Get the review of a video',
    description:
      'All comments with their replies, and the decisions about versions, each the oldest first; none if nobody has said anything.',
    data: ReviewRecord,
    handle: ({ queries: { reviews } }, _request, videoId) =>
      pipe(
        TE.Do,
        TE.bind('comments', () => reviews.comments(videoId)),
        TE.bind('decisions', () => reviews.decisions(videoId)),
        TE.map(({ comments, decisions }) => ({
          comments: commentRecords(comments),
          decisions: decisions.map(decisionRecord),
        })),
      ),
  }),

  recordOperation('POST /v1/videos/{id}/versions/{version}/approve', {
    ...reviewOperation,
    id: 'approveVersion',
    summary: 'Approve a version of a video',
    description:
      'Records an approval of this version. The last decision about a version counts; a later version needs its own.',
    body: ApprovalBody,
    example: { name: 'Ann' },
    data: DecisionRecord,
    handle: (dependencies, request, videoId) => {
      const { name: _, ...approval } = request.body;
      return decide({ dependencies, request, videoId }, (version) => ({
        type: 'ApproveVersion',
        version,
        ...approval,
      }));
    },
  }),

  recordOperation('POST /v1/videos/{id}/versions/{version}/send-back', {
    ...reviewOperation,
    id: 'sendVersionBack',
    summary: 'Send a version of a video back',
    description: 'Records that this version is not approved, and what is to be changed.',
    body: SendBackBody,
    example: { text: 'Please use the new logo.', name: 'Ann' },
    data: DecisionRecord,
    handle: (dependencies, request, videoId) => {
      const sentBack = { type: 'SendVersionBack', text: request.body.text } as const;
      return decide({ dependencies, request, videoId }, (version) => ({ ...sentBack, version }));
    },
  }),
];
