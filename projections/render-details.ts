import type { RenderStatus } from '../domain/render/state.js';
import { insert, on, type Projection, type Row, update } from './change.js';

const table = 'render_details';

const status = (value: RenderStatus, at: string, more: Row = {}): Row => ({
  status: value,
  updated_at: at,
  ...more,
});

/** All renders: their video, progress and outcome. */
export const renderDetails: Projection = {
  name: 'render-details',
  tables: [table],
  project: on({
    RenderRequested: ({ renderId, ownerId, videoId, videoVersion, video, batch, at }, recorded) => [
      insert(
        table,
        {
          render_id: renderId,
          owner_id: ownerId,
          video_id: videoId,
          video_version: videoVersion,
          attempt: 0,
          video,
          batch_id: batch?.batchId ?? null,
          batch_row: batch?.row ?? null,
          created_at: at,
          ...status('pending', at),
        },
        recorded,
      ),
    ],
    RenderStarted: ({ renderId, attempt, at }, recorded) => [
      update(table, { render_id: renderId }, status('processing', at, { attempt, started_at: at }), recorded),
    ],
    CaptionWordsGenerated: ({ renderId, clips, at }, recorded) => [
      update(table, { render_id: renderId }, { captioned_clips: clips, updated_at: at }, recorded),
    ],
    CaptionWordsImported: ({ renderId, clips, at }, recorded) => [
      update(table, { render_id: renderId }, { captioned_clips: clips, updated_at: at }, recorded),
    ],
    RenderCompleted: ({ renderId, output, at }, recorded) => [
      update(table, { render_id: renderId }, status('completed', at, { output, finished_at: at }), recorded),
    ],
    RenderFailed: ({ renderId, failure, at }, recorded) => [
      update(table, { render_id: renderId }, status('failed', at, { failure, finished_at: at }), recorded),
    ],
    RenderCancelled: ({ renderId, at }, recorded) => [
      update(table, { render_id: renderId }, status('cancelled', at, { finished_at: at }), recorded),
    ],
  }),
};
