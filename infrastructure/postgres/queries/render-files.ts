import type { Knex } from 'knex';
import type { CompletedRender, RenderQueries } from '../../../application/ports/queries.js';
import type { OwnerId } from '../../../domain/ids.js';
import type { RenderOutput } from '../../../domain/render/render-output.js';
import type { Fingerprint } from '../../../domain/render/fingerprint.js';
import { rowReader, type StoredAs } from '../connection/stored-rows.js';
import { run } from '../connection/database.js';

type Stored = StoredAs<CompletedRender>;

const completedRender = rowReader<CompletedRender>({
  renderId: true,
  videoId: true,
  videoVersion: true,
  completedAt: true,
});

const MOST_RENDERS = 100;
const MOST_FINGERPRINTS = 1000;

/** Finds the renders that may have made a file. */
export const fileQueries = (
  database: Knex,
): Pick<RenderQueries, 'byOutput' | 'byStreams' | 'fingerprints'> => {
  const ofOwner = (table: string, owner: OwnerId | undefined, most: number, newestFirst: string) => {
    const query = database(table).orderBy(newestFirst, 'desc').limit(most);
    return owner === undefined ? query : query.where({ owner_id: owner });
  };
  const completed = (owner: OwnerId | undefined) =>
    ofOwner('render_details', owner, MOST_RENDERS, 'finished_at')
      .whereNotNull('output')
      .select('render_id', 'video_id', 'video_version', 'finished_at as completed_at');

  return {
    byOutput: (owner, sha256) =>
      run(async () => {
        const rows: ReadonlyArray<Stored> = await completed(owner).andWhereRaw(
          `(output ->> 'sha256' = ? or (output::jsonb -> 'files') @> ?::jsonb)`,
          [sha256, JSON.stringify([{ sha256 }])],
        );
        return rows.map(completedRender);
      }),

    byStreams: (owner, sha256) =>
      run(async () => {
        const rows: ReadonlyArray<Stored & { readonly output: RenderOutput }> = await completed(owner)
          .select('output')
          .andWhereRaw(`output -> 'streams' -> 0 ->> 'sha256' = ?`, [sha256]);
        return rows.map((row) => ({ ...completedRender(row), output: row.output }));
      }),

    fingerprints: (owner, { from, to }) =>
      run(async () => {
        const rows: ReadonlyArray<Stored & { readonly fingerprint: Fingerprint }> = await ofOwner(
          'render_fingerprints',
          owner,
          MOST_FINGERPRINTS,
          'completed_at',
        )
          .whereBetween('duration_ms', [from, to])
          .select();
        return rows.map((row) => ({ ...completedRender(row), fingerprint: row.fingerprint }));
      }),
  };
};
