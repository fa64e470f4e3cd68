import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type { RenderQueries, ReplayRow } from '../../../application/ports/queries.js';
import { rowReader, type StoredAs } from '../connection/stored-rows.js';
import { run } from './run.js';

const toReplayRow = rowReader<ReplayRow>({
  renderId: true,
  replay: true,
  status: true,
  verdict: true,
  failure: true,
  createdAt: true,
  updatedAt: true,
  finishedAt: true,
});

/** The queries of replays. */
export const replayQueries = (database: Knex): Pick<RenderQueries, 'newestReplay'> => ({
  newestReplay: (renderId) =>
    run(async () => {
      const found = await database('render_replays')
        .where({ render_id: renderId })
        .orderBy('replay', 'desc')
        .first<StoredAs<ReplayRow> | undefined>('*', 'requested_at as created_at');
      return O.map(toReplayRow)(O.fromNullable(found));
    }),
});
