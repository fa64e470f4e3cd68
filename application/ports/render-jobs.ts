import type { RenderId } from '../../domain/ids.js';
import type { OwnerQueue, Turn } from '../renders/fair-turns.js';

/** Which renders belong on the queue, as the read model has it. */
export interface RenderJobs {
  /**
   * Lets `choose` say which of the renders that wait are dispatched next, and marks these as queued. No two dispatchers
   * choose at the same time, so each sees what the others chose.
   * @param depth how many renders of each owner it needs to see
   */
  readonly claim: (
    depth: number,
    choose: (owners: ReadonlyArray<OwnerQueue>) => ReadonlyArray<Turn>,
  ) => Promise<ReadonlyArray<RenderId>>;
  /** Has renders wait again that were claimed and could not be put on the queue. */
  readonly giveBack: (ids: ReadonlyArray<RenderId>) => Promise<void>;
  /** Renders that are not over and were put on the queue longer than `staleMs` ago, the longest first. */
  readonly stale: (staleMs: number, limit: number) => Promise<ReadonlyArray<RenderId>>;
  readonly markQueued: (ids: ReadonlyArray<RenderId>) => Promise<void>;
}
