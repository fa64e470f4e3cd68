import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type { Fault } from '../../../application/ports/fault.js';
import type { RecordBatch } from '../../../application/ports/paging.js';
import type { VideoQueries, VideoVersionRow } from '../../../application/ports/queries.js';
import type { VideoId } from '../../../domain/ids.js';
import { rowOf, type StoredAs } from '../connection/stored-rows.js';
import { run } from '../connection/database.js';

type Stored = Omit<StoredAs<VideoVersionRow>, 'revision'> & { readonly revision: bigint };

const toRow = (stored: Stored): VideoVersionRow =>
  rowOf<VideoVersionRow>({ ...stored, revision: Number(stored.revision) });

/** How many versions are read in one query; each may list a thousand changed clips. */
const BATCH_SIZE = 8;

/** Queries on the versions of videos. Versions are numbered without gaps, so every page costs the same. */
export const postgresVersionQueries = (database: Knex): Pick<VideoQueries, 'versions' | 'version'> => {
  const rows = () => database<Stored>('video_versions');

  /** The versions from `newest` down to `oldest`, inclusive. */
  async function* batchesOf(
    id: VideoId,
    newest: number,
    oldest: number,
  ): AsyncGenerator<E.Either<Fault, RecordBatch<VideoVersionRow>>> {
    for (let from = newest; from >= oldest; from -= BATCH_SIZE) {
      const to = Math.max(oldest, from - BATCH_SIZE + 1);
      const found = await run<ReadonlyArray<Stored>>(() =>
        rows().where({ video_id: id }).whereBetween('version', [to, from]).orderBy('version', 'desc'),
      )();
      if (E.isLeft(found)) return yield found;
      yield E.right({ rows: found.right.map(toRow), isLast: to === oldest });
    }
  }

  return {
    versions: (id, { page, limit }) =>
      run(async () => {
        const newest = await rows().where({ video_id: id }).orderBy('version', 'desc').first('version');
        const total = newest?.version ?? 0;
        const first = total - (page - 1) * limit;
        return { total, batches: batchesOf(id, first, Math.max(1, first - limit + 1)) };
      }),

    version: (id, version) =>
      run(async () => {
        const [found]: ReadonlyArray<Stored> = await rows().where({ video_id: id, version });
        return O.fromNullable(found && toRow(found));
      }),
  };
};
