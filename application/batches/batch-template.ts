import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { VideoId } from '../../domain/ids.js';
import type { VideoRefusal } from '../../domain/video/refusals.js';
import type { EventArchive } from '../ports/event-archive.js';
import type { Fault } from '../ports/fault.js';
import type { VideoQueries, VideoVersionRow } from '../ports/queries.js';
import type { BatchInWork } from '../ports/render-batches.js';
import { compositionOfVersion } from '../videos/video-history.js';

/** What finds an earlier version of a video. */
interface TemplateDependencies {
  readonly videos: Pick<VideoQueries, 'version'>;
  readonly eventArchive: EventArchive;
}

type Problem = Fault | VideoRefusal;

const versionOf = (
  { videos }: TemplateDependencies,
  videoId: VideoId,
  version: number,
): TE.TaskEither<Problem, VideoVersionRow> =>
  pipe(
    videos.version(videoId, version),
    TE.flatMap(TE.fromOption((): Problem => ({ _tag: 'VideoVersionDoesNotExist', videoId, version }))),
  );

/** The template as it was when the batch was accepted. */
export const templateOf = (
  dependencies: TemplateDependencies,
  { videoId, videoVersion, ownerId }: BatchInWork,
) =>
  pipe(
    TE.Do,
    TE.bind('first', () => versionOf(dependencies, videoId, 1)),
    TE.bind('current', () => versionOf(dependencies, videoId, videoVersion)),
    TE.bindW('composition', ({ current }) => compositionOfVersion(dependencies.eventArchive)(current)),
    TE.map(({ first, current, composition }) => ({
      videoId,
      ownerId,
      version: videoVersion,
      composition,
      createdAt: first.createdAt,
      updatedAt: current.createdAt,
    })),
  );
