import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OwnerId, VideoId } from '../../domain/ids.js';
import { newLinksLike, newVideosLike, writesOf } from '../commands/write-and-await.js';
import type { Fault } from '../ports/fault.js';
import type { VideoQueries, VideoRow } from '../ports/queries.js';
import type { Queries } from '../ports/all-queries.js';
import type { ReadModel } from '../ports/read-model.js';

interface Reading {
  readonly queries: Pick<Queries, 'videos'>;
  readonly readModel: Pick<ReadModel, 'reachedCommit' | 'showsWritesOf'>;
}

/**
 * A video after the owner's last write. One query reads the video and the position of that write. If the read models had
 * already reached the position, this is the result; otherwise waits until they have, and reads again.
 */
export const currentVideo =
  ({ queries: { videos }, readModel }: Reading) =>
  (ownerId: OwnerId, id: VideoId): TE.TaskEither<Fault, O.Option<VideoRow>> =>
  async () => {
    const key = writesOf(ownerId);
    const reached = readModel.reachedCommit();
    const readAgain = pipe(
      readModel.showsWritesOf(key),
      TE.flatMap(() => videos.byId(id)),
    );
    return pipe(
      videos.byIdWithWrites(id, key),
      TE.map(O.filter(({ announced }) => announced !== undefined && announced <= reached)),
      TE.flatMap(
        O.match(
          () => readAgain,
          ({ found }) => TE.right(O.some(found)),
        ),
      ),
    )();
  };

/**
 * Queries that find new videos of every owner. A missing video may be so new that the read models do not show it yet: then
 * they wait for the new videos announced under its key, and try again.
 */
export const findingNewVideos = (
  videos: VideoQueries,
  { showsWritesOf }: Pick<ReadModel, 'showsWritesOf'>,
): VideoQueries => {
  const retryingForNew =
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
    byId: retryingForNew(videos.byId, newVideosLike),
    ownerOf: retryingForNew(videos.ownerOf, newVideosLike),
    byEditorTokenHash: retryingForNew(videos.byEditorTokenHash, newLinksLike),
  };
};
