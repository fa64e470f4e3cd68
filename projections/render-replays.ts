import { insert, projection, update } from './change.js';

/** All replays of renders, and their verdicts. */
export const renderReplays = projection('render-replays', ['render_replays'], {
  ReplayRequested: ({ renderId, replay, ownerId, at }) =>
    insert({
      render_id: renderId,
      replay,
      owner_id: ownerId,
      status: 'pending',
      attempt: 0,
      requested_at: at,
      updated_at: at,
    }),
  ReplayStarted: ({ renderId, replay, attempt, at }) =>
    update({ render_id: renderId, replay }, { status: 'processing', attempt, updated_at: at }),
  ReplayCompleted: ({ renderId, replay, verdict, at }) =>
    update(
      { render_id: renderId, replay },
      { status: 'completed', verdict, updated_at: at, finished_at: at },
    ),
  ReplayFailed: ({ renderId, replay, failure, at }) =>
    update({ render_id: renderId, replay }, { status: 'failed', failure, updated_at: at, finished_at: at }),
});
