import type { RenderId } from '../../domain/ids.js';

/** Which renders belong on the queue, as the read model has it. */
export interface RenderJobs {
  /** Renders that are not over and were not put on the queue within the last `staleMs`, oldest first. */
  readonly due: (staleMs: number, limit: number) => Promise<ReadonlyArray<RenderId>>;
  readonly markQueued: (ids: ReadonlyArray<RenderId>) => Promise<void>;
}
