import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { newLinksLike, newVideosLike } from '../commands/write-and-await.js';
import type { Fault } from '../ports/fault.js';
import type { VideoQueries } from '../ports/queries.js';
import type { ReadModel } from '../ports/read-model.js';

/**
 * Queries that find new videos of every owner. A video that is not found may be so new that the read models do not show
 * it yet: they wait for the new videos announced under its key, and look again.
 */
export const findingNewVideos = (
  videos: VideoQueries,
  { showsWritesOf }: Pick<ReadModel, 'showsWritesOf'>,
): VideoQueries => {
  const orNew =
    <Key, Found>(
      find: (key: Key) => TE.TaskEither<Fault, O.Option<Found>>,
      announcedUnder: (key: Key) => string,
    ) =>
    (key: Key): TE.TaskEither<Fault, O.Option<Found>> =>
      pipe(
        find(key),
        TE.flatMap((found) =>
          O.isSome(found)
            ? TE.right(found)
            : pipe(
                showsWritesOf(announcedUnder(key)),
                TE.flatMap(() => find(key)),
              ),
        ),
      );

  return {
    ...videos,
    byId: orNew(videos.byId, newVideosLike),
    ownerOf: orNew(videos.ownerOf, newVideosLike),
    byEditorTokenHash: orNew(videos.byEditorTokenHash, newLinksLike),
  };
};
