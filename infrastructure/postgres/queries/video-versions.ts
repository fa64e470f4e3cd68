import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type { VideoQueries, VideoVersionRow } from '../../../application/ports/queries.js';
import type { CompositionChanges } from '../../../domain/composition/changes.js';
import type { Actor } from '../../../domain/events.js';
import type { VideoId } from '../../../domain/ids.js';
import { run } from './run.js';

interface Stored {
  readonly video_id: VideoId;
  readonly version: number;
  readonly revision: bigint;
  readonly created_at: Date;
  readonly actor: Actor;
  readonly changes: CompositionChanges | null;
  readonly restored_from: number | null;
}

const toRow = (stored: Stored): VideoVersionRow => ({
  videoId: stored.video_id,
  version: stored.version,
  revision: Number(stored.revision),
  createdAt: stored.created_at.toISOString(),
  actor: stored.actor,
  ...(stored.changes ? { changes: stored.changes } : {}),
  ...(stored.restored_from === null ? {} : { restoredFrom: stored.restored_from }),
});

/** Questions about the versions of videos. They are numbered without gaps, so that any page costs the same. */
export const postgresVersionQueries = (database: Knex): Pick<VideoQueries, 'versions' | 'version'> => {
  const rows = () => database<Stored>('video_versions');
  return {
    versions: (id, { page, limit }) =>
      run(async () => {
        const newest = await rows().where({ video_id: id }).orderBy('version', 'desc').first('version');
        const total = newest?.version ?? 0;
        const found: ReadonlyArray<Stored> = await rows()
          .where({ video_id: id })
          .andWhere('version', '<=', Math.max(0, total - (page - 1) * limit))
          .orderBy('version', 'desc')
          .limit(limit);
        return { items: found.map(toRow), total };
      }),

    version: (id, version) =>
      run(async () => {
        const [found]: ReadonlyArray<Stored> = await rows().where({ video_id: id, version });
        return O.fromNullable(found && toRow(found));
      }),
  };
};
