import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventArchive } from '../ports/event-archive.js';
import type { VideoQueries } from '../ports/queries.js';
import type { BatchInWork } from '../ports/render-batches.js';
import { compositionOfVersion, versionOf } from '../videos/video-history.js';

/** What finds an earlier version of a video. */
interface TemplateDependencies {
  readonly videos: Pick<VideoQueries, 'version'>;
  readonly eventArchive: EventArchive;
}

export const templateOf = (
  dependencies: TemplateDependencies,
  { videoId, videoVersion, ownerId }: BatchInWork,
) =>
  pipe(
    TE.Do,
    TE.bind('first', () => versionOf(dependencies.videos, videoId, 1)),
    TE.bind('current', () => versionOf(dependencies.videos, videoId, videoVersion)),
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
