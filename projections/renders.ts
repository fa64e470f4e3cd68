import type { Clip } from '../domain/composition/clips/clip.js';
import type { RenderId } from '../domain/ids.js';
import { insert, projection, update } from './change.js';
import type { RenderPriority } from '../domain/render/events.js';
import { estimatedWork } from '../domain/render/work.js';

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

const table = 'render_jobs';

/** The order of the waiting renders of an owner. */
const RANK: Readonly<Record<RenderPriority, number>> = { high: 0, normal: 1, low: 2 };

/** The rank of the last renders. Replays come after them. */
export const LOWEST_RANK = RANK.low;

const started = ({ renderId, at }: { readonly renderId: RenderId; readonly at: string }) =>
  update({ render_id: renderId }, { started_at: at });

const over = ({ renderId }: { readonly renderId: RenderId }) =>
  update({ render_id: renderId }, { over: true });

/**
 * The renders that belong on the workers' queue: those that are not finished, and those that are to be replayed. Of the
 * others, how long they took, unless they were replayed.
 */
export const renderDispatch = projection(
  'render-dispatch',
  [table],
  {
    RenderRequested: ({ renderId, ownerId, at, video, output, priority = 'normal' }, { metadata }) =>
      insert({
        render_id: renderId,
        owner_id: ownerId,
        requested_at: at,
        over: false,
        rank: RANK[priority],
        work: estimatedWork(video.composition, output),
        traceparent: metadata.traceparent ?? null,
      }),
    RenderStarted: started,
    RenderCompleted: ({ renderId, at }) => update({ render_id: renderId }, { over: true, completed_at: at }),
    RenderFailed: over,
    RenderCancelled: over,
    // Replays wait after all renders of their owner.
    ReplayRequested: ({ renderId, at }, { metadata }) =>
      update(
        { render_id: renderId },
        {
          over: false,
          requested_at: at,
          rank: LOWEST_RANK + 1,
          queued_at: null,
          started_at: null,
          completed_at: null,
          traceparent: metadata.traceparent ?? null,
        },
      ),
    ReplayStarted: started,
    ReplayCompleted: over,
    ReplayFailed: over,
  },
  [{ table, key: 'render_id', column: 'queued_at' }],
);

/** The perceptual fingerprints of completed renders, of those that have one. */
export const renderFingerprints = projection('render-fingerprints', ['render_fingerprints'], {
  RenderCompleted: ({ renderId, ownerId, videoId, videoVersion, output, fingerprint, at }) =>
    fingerprint
      ? insert({
          render_id: renderId,
          owner_id: ownerId,
          video_id: videoId,
          video_version: videoVersion,
          duration_ms: output.durationMs,
          fingerprint,
          completed_at: at,
        })
      : [],
});

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
