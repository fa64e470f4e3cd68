import type { Clip } from '../domain/composition/clips/clip.js';
import type { RenderId } from '../domain/ids.js';
import { insert, projection, update } from './change.js';
import type { RenderPriority } from '../domain/render/events.js';
import { estimatedWork } from '../domain/render/work.js';

interface RenderFacts {
  readonly renderId: RenderId;
  readonly at: string;
}

const captioned = ({ renderId, clips, at }: RenderFacts & { readonly clips: ReadonlyArray<Clip> }) =>
  update({ renderId }, { captionedClips: clips, updatedAt: at });

/** All renders: their video, progress and outcome. */
export const renderDetails = projection('render-details', ['render_details'], {
  RenderRequested: ({ renderId, ownerId, videoId, videoVersion, video, batch, at }) =>
    insert({
      renderId,
      ownerId,
      videoId,
      videoVersion,
      status: 'pending',
      attempt: 0,
      video,
      batchId: batch?.batchId,
      batchRow: batch?.row,
      createdAt: at,
      updatedAt: at,
    }),
  RenderStarted: ({ renderId, attempt, at }) =>
    update({ renderId }, { status: 'processing', attempt, startedAt: at, updatedAt: at }),
  CaptionWordsGenerated: captioned,
  CaptionWordsImported: captioned,
  RenderCompleted: ({ renderId, output, at }) =>
    update({ renderId }, { status: 'completed', output, finishedAt: at, updatedAt: at }),
  RenderFailed: ({ renderId, failure, at }) =>
    update({ renderId }, { status: 'failed', failure, finishedAt: at, updatedAt: at }),
  RenderCancelled: ({ renderId, at }) =>
    update({ renderId }, { status: 'cancelled', finishedAt: at, updatedAt: at }),
});

const table = 'render_jobs';

/** The order of the waiting renders of an owner. */
const RANK: Readonly<Record<RenderPriority, number>> = { high: 0, normal: 1, low: 2 };

/** The rank of renders with low priority. Replays come after them. */
export const LOWEST_RANK = RANK.low;

const started = ({ renderId, at }: RenderFacts) => update({ renderId }, { startedAt: at });

const finished = ({ renderId }: RenderFacts) => update({ renderId }, { over: true });

/**
 * The renders that belong on the workers' queue, because they or their replays are unfinished.
 * `application/renders/dispatch-renders.ts` reads them after each batch of events, and queues them. Finished renders have the
 * times that they took, unless they were replayed.
 */
export const renderDispatch = projection(
  'render-dispatch',
  [table],
  {
    RenderRequested: ({ renderId, ownerId, at, video, output, priority = 'normal' }, { metadata }) =>
      insert({
        renderId,
        ownerId,
        requestedAt: at,
        over: false,
        rank: RANK[priority],
        work: estimatedWork(video.composition, output),
        traceparent: metadata.traceparent,
      }),
    RenderStarted: started,
    RenderCompleted: ({ renderId, at }) => update({ renderId }, { over: true, completedAt: at }),
    RenderFailed: finished,
    RenderCancelled: finished,
    // Replays wait after all renders of their owner.
    ReplayRequested: ({ renderId, at }, { metadata }) =>
      update(
        { renderId },
        {
          over: false,
          requestedAt: at,
          rank: LOWEST_RANK + 1,
          queuedAt: null,
          startedAt: null,
          completedAt: null,
          traceparent: metadata.traceparent,
        },
      ),
    ReplayStarted: started,
    ReplayCompleted: finished,
    ReplayFailed: finished,
  },
  [{ table, key: 'render_id', column: 'queued_at' }],
);

/** The perceptual fingerprints of completed renders, if they have one. */
export const renderFingerprints = projection('render-fingerprints', ['render_fingerprints'], {
  RenderCompleted: ({ renderId, ownerId, videoId, videoVersion, output, fingerprint, at }) =>
    fingerprint
      ? insert({
          renderId,
          ownerId,
          videoId,
          videoVersion,
          durationMs: output.durationMs,
          fingerprint,
          completedAt: at,
        })
      : [],
});

export const renderReplays = projection('render-replays', ['render_replays'], {
  ReplayRequested: ({ renderId, replay, ownerId, at }) =>
    insert({ renderId, replay, ownerId, status: 'pending', attempt: 0, requestedAt: at, updatedAt: at }),
  ReplayStarted: ({ renderId, replay, attempt, at }) =>
    update({ renderId, replay }, { status: 'processing', attempt, updatedAt: at }),
  ReplayCompleted: ({ renderId, replay, verdict, at }) =>
    update({ renderId, replay }, { status: 'completed', verdict, updatedAt: at, finishedAt: at }),
  ReplayFailed: ({ renderId, replay, failure, at }) =>
    update({ renderId, replay }, { status: 'failed', failure, updatedAt: at, finishedAt: at }),
});
