import { insert, on, type Projection, update } from './change.js';

const table = 'render_replays';

/** All replays of renders, and their verdicts. */
export const renderReplays: Projection = {
  name: 'render-replays',
  tables: [table],
  project: on({
    ReplayRequested: ({ renderId, replay, ownerId, at }, recorded) => [
      insert(
        table,
        {
          render_id: renderId,
          replay,
          owner_id: ownerId,
          status: 'pending',
          attempt: 0,
          requested_at: at,
          updated_at: at,
        },
        recorded,
      ),
    ],
    ReplayStarted: ({ renderId, replay, attempt, at }, recorded) => [
      update(
        table,
        { render_id: renderId, replay },
        { status: 'processing', attempt, updated_at: at },
        recorded,
      ),
    ],
    ReplayCompleted: ({ renderId, replay, verdict, at }, recorded) => [
      update(
        table,
        { render_id: renderId, replay },
        { status: 'completed', verdict, updated_at: at, finished_at: at },
        recorded,
      ),
    ],
    ReplayFailed: ({ renderId, replay, failure, at }, recorded) => [
      update(
        table,
        { render_id: renderId, replay },
        { status: 'failed', failure, updated_at: at, finished_at: at },
        recorded,
      ),
    ],
  }),
};
