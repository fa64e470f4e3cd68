import type { Recorded } from '../domain/events.js';
import type { RenderId } from '../domain/ids.js';
import type { RenderPriority } from '../domain/render/events.js';
import { estimatedWork } from '../domain/render/work.js';
import { type Change, insert, on, type Projection, update } from './change.js';

const table = 'render_jobs';

/** The order of the waiting renders of an owner. */
const RANK: Readonly<Record<RenderPriority, number>> = { high: 0, normal: 1, low: 2 };

/** The rank of the last renders. Replays come after them. */
export const LOWEST_RANK = RANK.low;

const over = ({ renderId }: { readonly renderId: RenderId }, recorded: Recorded): ReadonlyArray<Change> => [
  update(table, { render_id: renderId }, { over: true }, recorded),
];

/**
 * The renders that belong on the workers' queue: those that are not finished, and those that are to be replayed. Of the
 * others, how long they took, unless they were replayed.
 */
export const renderDispatch: Projection = {
  name: 'render-dispatch',
  tables: [table],
  kept: [{ table, key: 'render_id', column: 'queued_at' }],
  project: on({
    RenderRequested: ({ renderId, ownerId, at, video, priority = 'normal' }, recorded) => [
      insert(
        table,
        {
          render_id: renderId,
          owner_id: ownerId,
          requested_at: at,
          over: false,
          rank: RANK[priority],
          work: estimatedWork(video.composition),
          traceparent: recorded.metadata.traceparent ?? null,
        },
        recorded,
      ),
    ],
    RenderStarted: ({ renderId, at }, recorded) => [
      update(table, { render_id: renderId }, { started_at: at }, recorded),
    ],
    RenderCompleted: ({ renderId, at }, recorded) => [
      update(table, { render_id: renderId }, { over: true, completed_at: at }, recorded),
    ],
    RenderFailed: over,
    RenderCancelled: over,
    // Replays wait after all renders of their owner.
    ReplayRequested: ({ renderId, at }, recorded) => [
      update(
        table,
        { render_id: renderId },
        {
          over: false,
          requested_at: at,
          rank: LOWEST_RANK + 1,
          queued_at: null,
          started_at: null,
          completed_at: null,
          traceparent: recorded.metadata.traceparent ?? null,
        },
        recorded,
      ),
    ],
    ReplayStarted: ({ renderId, at }, recorded) => [
      update(table, { render_id: renderId }, { started_at: at }, recorded),
    ],
    ReplayCompleted: over,
    ReplayFailed: over,
  }),
};
