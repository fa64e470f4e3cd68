import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { PersonName } from '../../../../application/records/video-record.js';
import { type ReviewAct, reviewVideo } from '../../../../application/reviews/review-video.js';
import { about } from '../../../../domain/codec/codec.js';
import { string } from '../../../../domain/codec/scalars.js';
import type { VideoId } from '../../../../domain/ids.js';
import type { ReviewAuthor } from '../../../../domain/review/events.js';
import type { Problem } from '../../contract/problem.js';
import type { Caller } from '../../server/authenticate.js';
import type { ApiRequest, OfCaller } from '../../server/operation.js';
import type { ApiDependencies } from '../../server/api-dependencies.js';
import { videoIdOfCaller } from '../../server/owned.js';

/** The video in the path. Another owner's video is reported as not found. */
const reviewedVideo: OfCaller<VideoId> = (queries, caller, id) =>
  pipe(
    videoIdOfCaller(queries, caller, id),
    TE.mapLeft((problem) =>
      problem._tag === 'VideoBelongsToAnotherOwner'
        ? { _tag: 'VideoDoesNotExist', videoId: problem.videoId }
        : problem,
    ),
  );

/** Common settings of the operations that comment and decide. */
export const reviewOperation = {
  access: 'api-key-or-editor',
  tag: 'Review',
  isReview: true,
  of: reviewedVideo,
} as const;

/** The text of a comment, a reply or a decision, in bodies. */
export const reviewText = about(
  'What you say.',
  string({ minLength: 1, maxLength: 2000, pattern: /\S/, patternMeaning: 'more than white space' }),
);
/** The name of the reviewer, in bodies. */
export const name = about('Your name, unless the link was made out to one.', PersonName);
/** The reviewer, as recorded in events. */
const authorOf = ({ apiKey, link }: Caller, claimedName: string | undefined): ReviewAuthor => {
  const who = link?.name ?? claimedName;
  const named = link?.name === undefined ? ('self' as const) : ('link' as const);
  const known = who === undefined ? {} : { name: who, named };
  if (apiKey) return { role: 'owner', credential: apiKey.keyId, ...known };
  return { role: link?.access === 'edit' ? 'editor' : 'reviewer', credential: link?.id ?? '', ...known };
};

/** A request whose body may state the name of the reviewer. */
type Named = ApiRequest<unknown, { readonly name?: string }>;

/** A request to change the review of a video. */
export interface ReviewRequest {
  readonly dependencies: ApiDependencies;
  readonly request: Named;
  readonly videoId: VideoId;
}

/** Carries out a review action, then reads its result from the read models. */
export const act = <Shown>(
  { dependencies, request: { caller, body, context }, videoId }: ReviewRequest,
  what: ReviewAct,
  shown: TE.TaskEither<Problem, Shown>,
): TE.TaskEither<Problem, Shown> => {
  const reviewer = { videoId, ownerId: caller.ownerId, author: authorOf(caller, body.name) };
  return pipe(
    reviewVideo(dependencies)(reviewer, what, context),
    TE.flatMap(() => shown),
  );
};
