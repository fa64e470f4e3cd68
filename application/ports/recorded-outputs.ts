import type { RenderId } from '../../domain/ids.js';

/** The outcome of a render with regard to its files. */
export interface RecordedOutput {
  /** Whether the render is completed, failed or cancelled. */
  readonly isFinished: boolean;
  /** The keys of all files it has recorded; empty unless it was completed. */
  readonly keys: ReadonlyArray<string>;
}

/** The outputs that renders have recorded; a render that the read model does not know is absent. */
export type RecordedOutputs = (
  ids: ReadonlyArray<RenderId>,
) => Promise<ReadonlyMap<RenderId, RecordedOutput>>;
