import type { RenderId } from '../../domain/ids.js';
import type { OwnerQueue, Turn } from '../renders/fair-turns.js';
import type { RenderTrace } from './render-queue.js';

/** The renders that belong on the queue, according to the read model. */
export interface RenderJobs {
  /**
   * Calls `choose` to select the waiting renders that are dispatched next, and marks these as queued. Only one
   * dispatcher chooses at a time, so each sees the choices of the others.
   * @param depth the number of renders of each owner that `choose` needs
   * @param choose gets the owners with waiting renders, and the highest number of a turn so far
   */
  readonly claim: (
    depth: number,
    choose: (owners: ReadonlyArray<OwnerQueue>, latestTurn: number) => ReadonlyArray<Turn>,
  ) => Promise<ReadonlyArray<RenderId>>;
  /** Makes claimed renders that could not be queued wait again. */
  readonly giveBack: (ids: ReadonlyArray<RenderId>) => Promise<void>;
  /** Unfinished renders that were put on the queue longer than `staleMs` ago, oldest first. */
  readonly stale: (staleMs: number, limit: number) => Promise<ReadonlyArray<RenderId>>;
  readonly markQueued: (ids: ReadonlyArray<RenderId>) => Promise<void>;
  /** The traces of the renders that were requested in a trace. */
  readonly traces: (ids: ReadonlyArray<RenderId>) => Promise<ReadonlyMap<RenderId, RenderTrace>>;
}
