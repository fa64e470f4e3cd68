import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OwnerId, VideoId } from '../../domain/ids.js';
import { writesOf } from '../commands/write-and-await.js';
import type { Fault } from '../ports/fault.js';
import type { VideoRow } from '../ports/queries.js';
import type { Queries } from '../ports/all-queries.js';
import type { ReadModel } from '../ports/read-model.js';

interface Reading {
  readonly queries: Pick<Queries, 'videos'>;
  readonly readModel: Pick<ReadModel, 'reachedCommit' | 'showsWritesOf'>;
}

/**
 * A video as the owner's last write left it. The video and how far the owner has written are read at once: if the read
 * models had reached that before, this is the answer. Otherwise it waits until they have, and reads again.
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
