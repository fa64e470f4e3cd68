import type { Recorded } from '../domain/events.js';
import type { RenderId } from '../domain/ids.js';
import type { RenderPriority } from '../domain/render/events.js';
import { type Change, insert, on, type Projection, update } from './change.js';

const table = 'render_jobs';

/** The order of the waiting renders of an owner. */
const RANK: Readonly<Record<RenderPriority, number>> = { high: 0, normal: 1, low: 2 };

const over = ({ renderId }: { readonly renderId: RenderId }, recorded: Recorded): ReadonlyArray<Change> => [
  update(table, { render_id: renderId }, { over: true }, recorded),
];

/** The renders that belong on the workers' queue: those that are not finished. */
export const renderDispatch: Projection = {
  name: 'render-dispatch',
  tables: [table],
  kept: [{ table, key: 'render_id', column: 'queued_at' }],
  project: on({
    RenderRequested: ({ renderId, ownerId, at, priority = 'normal' }, recorded) => [
      insert(
        table,
        { render_id: renderId, owner_id: ownerId, requested_at: at, over: false, rank: RANK[priority] },
        recorded,
      ),
    ],
    RenderCompleted: over,
    RenderFailed: over,
    RenderCancelled: over,
  }),
};
