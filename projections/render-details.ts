import type { Clip } from '../domain/composition/clips/clip.js';
import type { RenderId } from '../domain/ids.js';
import { insert, projection, update } from './change.js';

interface Captioned {
  readonly renderId: RenderId;
  readonly clips: ReadonlyArray<Clip>;
  readonly at: string;
}

const captioned = ({ renderId, clips, at }: Captioned) =>
  update({ render_id: renderId }, { captioned_clips: clips, updated_at: at });

/** All renders: their video, progress and outcome. */
export const renderDetails = projection('render-details', ['render_details'], {
  RenderRequested: ({ renderId, ownerId, videoId, videoVersion, video, batch, at }) =>
    insert({
      render_id: renderId,
      owner_id: ownerId,
      video_id: videoId,
      video_version: videoVersion,
      status: 'pending',
      attempt: 0,
      video,
      batch_id: batch?.batchId ?? null,
      batch_row: batch?.row ?? null,
      created_at: at,
      updated_at: at,
    }),
  RenderStarted: ({ renderId, attempt, at }) =>
    update({ render_id: renderId }, { status: 'processing', attempt, started_at: at, updated_at: at }),
  CaptionWordsGenerated: captioned,
  CaptionWordsImported: captioned,
  RenderCompleted: ({ renderId, output, at }) =>
    update({ render_id: renderId }, { status: 'completed', output, finished_at: at, updated_at: at }),
  RenderFailed: ({ renderId, failure, at }) =>
    update({ render_id: renderId }, { status: 'failed', failure, finished_at: at, updated_at: at }),
  RenderCancelled: ({ renderId, at }) =>
    update({ render_id: renderId }, { status: 'cancelled', finished_at: at, updated_at: at }),
});
