import type { RenderId } from '../../domain/ids.js';

/** The outcome of a render, as far as its output is concerned. */
export interface RecordedOutput {
  /** Whether the render is completed, failed or cancelled. */
  readonly isOver: boolean;
  /** The key under which its output was recorded, if it was completed. */
  readonly key?: string;
}

/** The outputs that renders have recorded; a render that the read model does not know is absent. */
export type RecordedOutputs = (
  ids: ReadonlyArray<RenderId>,
) => Promise<ReadonlyMap<RenderId, RecordedOutput>>;
