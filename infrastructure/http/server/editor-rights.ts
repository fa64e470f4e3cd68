// The rights of links: viewing, and renders and batches of the video if the video offers them.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Queries } from '../../../application/ports/all-queries.js';
import { compositionOfVideo } from '../../../application/videos/composition-of-video.js';
import type { Composition } from '../../../domain/composition/composition.js';
import type { PatchVideoBody } from '../../../domain/composition/requests.js';
import type { VideoId } from '../../../domain/ids.js';
import type { Problem } from '../contract/problem.js';
import type { Caller } from './authenticate.js';
import type { OfCaller, Operation } from './operation.js';
import { batchOfCaller, namedVideo, renderOfCaller, videoOfCaller } from './owned.js';

export const ANOTHER_VIDEO: Problem = {
  _tag: 'NotPermitted',
  what: 'the editor link permits only its own video',
};

export const VIEW_ONLY: Problem = { _tag: 'NotPermitted', what: 'the link permits only viewing' };

/**
 * Whether a link for viewing permits the operation. It permits reading what the editor shows; a link for review also
 * permits comments and decisions.
 */
export const isPermittedToViewers = (
  { link }: Pick<Caller, 'link'>,
  { method, access, isReview }: Pick<Operation, 'method' | 'access' | 'isReview'>,
): boolean =>
  isReview
    ? link?.access === 'review'
    : method === 'GET' && (access === 'api-key-or-editor' || access === 'api-key-or-any-editor');

/** The composition as the caller may see it. Viewers do not get `additional`, the data of programs that edit videos. */
export const visibleTo = (
  { mayNotEdit }: Pick<Caller, 'mayNotEdit'>,
  composition: Composition,
): Composition => {
  const { additional: _, ...visible } = composition;
  return mayNotEdit === true ? visible : composition;
};

const RIGHTS_ARE_THE_OWNERS: Problem = {
  _tag: 'NotPermitted',
  what: 'renderOptionsInUI can only be changed with an API key',
};

const NO_RENDERS: Problem = {
  _tag: 'NotPermitted',
  what: 'the editor link permits renders only if renderOptionsInUI of the video includes server',
};

/** Refuses an editor link that would change what it permits. */
export const ensureKeepsRights = (
  { videoId }: Pick<Caller, 'videoId'>,
  { renderOptionsInUI }: PatchVideoBody,
): E.Either<Problem, void> =>
  videoId === undefined || renderOptionsInUI === undefined
    ? E.right(undefined)
    : E.left(RIGHTS_ARE_THE_OWNERS);

/** Refuses an editor link of another video, or of a video that does not offer renders by the service. */
export const ensureMayRender = (
  queries: Queries,
  caller: Caller,
  videoId: VideoId,
): TE.TaskEither<Problem, unknown> => {
  if (caller.videoId === undefined) return TE.right(undefined);
  if (caller.videoId !== videoId) return TE.left(ANOTHER_VIDEO);
  return pipe(
    videoOfCaller(queries, caller, videoId),
    TE.filterOrElse(
      (video) => compositionOfVideo(video).renderOptionsInUI.includes('server'),
      (): Problem => NO_RENDERS,
    ),
  );
};

/** Looks up what the path names; refuses it if the caller may not render its video. */
const ifMayRender =
  <Found>(of: OfCaller<Found>, videoIdOf: (found: Found) => VideoId): OfCaller<Found> =>
  (queries, caller, id) =>
    pipe(
      of(queries, caller, id),
      TE.tap((found) => ensureMayRender(queries, caller, videoIdOf(found))),
    );

export const visibleRender = ifMayRender(renderOfCaller, ({ video }) => video.videoId);
export const visibleBatch = ifMayRender(batchOfCaller, ({ videoId }) => videoId);
export const renderableVideo = ifMayRender(namedVideo, (videoId) => videoId);
