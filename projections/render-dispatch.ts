import type { RenderId } from '../domain/ids.js';
import type { RenderPriority } from '../domain/render/events.js';
import { estimatedWork } from '../domain/render/work.js';
import { insert, projection, update } from './change.js';

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
    RenderRequested: ({ renderId, ownerId, at, video, priority = 'normal' }, { metadata }) =>
      insert({
        render_id: renderId,
        owner_id: ownerId,
        requested_at: at,
        over: false,
        rank: RANK[priority],
        work: estimatedWork(video.composition),
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
