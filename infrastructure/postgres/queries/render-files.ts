import type { Knex } from 'knex';
import type { CompletedRender, RenderQueries } from '../../../application/ports/queries.js';
import type { OwnerId } from '../../../domain/ids.js';
import { rowOf, type StoredAs } from '../connection/stored-rows.js';
import { run } from '../connection/database.js';

const MAX_RENDERS = 100;
const MAX_FINGERPRINTS = 1000;

/** Finds the renders that may have made a file. */
export const fileQueries = (
  database: Knex,
): Pick<RenderQueries, 'byOutput' | 'byStreams' | 'fingerprints'> => {
  const findRenders = <Row extends CompletedRender>(
    table: string,
    owner: OwnerId | undefined,
    limit: number,
    columns: ReadonlyArray<string>,
    matching: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
  ) =>
    run(async () => {
      const query = database(table).select('render_id', 'video_id', 'video_version', ...columns);
      if (owner !== undefined) void query.where({ owner_id: owner });
      const rows = matching(query).orderBy('completed_at', 'desc').limit(limit);
      return ((await rows) as ReadonlyArray<StoredAs<Row>>).map(rowOf<Row>);
    });
  const COMPLETED = 'finished_at as completed_at';

  return {
    byOutput: (owner, sha256) =>
      findRenders('render_details', owner, MAX_RENDERS, [COMPLETED], (renders) =>
        renders
          .whereNotNull('output')
          .whereRaw(`(output ->> 'sha256' = ? or (output::jsonb -> 'files') @> ?::jsonb)`, [
            sha256,
            JSON.stringify([{ sha256 }]),
          ]),
      ),

    byStreams: (owner, sha256) =>
      findRenders('render_details', owner, MAX_RENDERS, [COMPLETED, 'output'], (renders) =>
        renders.whereNotNull('output').whereRaw(`output -> 'streams' -> 0 ->> 'sha256' = ?`, [sha256]),
      ),

    fingerprints: (owner, { from, to }) =>
      findRenders('render_fingerprints', owner, MAX_FINGERPRINTS, ['completed_at', 'fingerprint'], (prints) =>
        prints.whereBetween('duration_ms', [from, to]),
      ),
  };
};
