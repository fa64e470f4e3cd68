import type { DrawingJob } from '../../../workers/render/ports/scene-drawer.js';

/** Jobs for one process: concurrently for pipes that are read at the same time, in turn for files. */
export interface DrawingOrder {
  readonly jobs: ReadonlyArray<DrawingJob>;
  readonly inTurn: boolean;
  /** The path of the file in which the process notes what it is drawing. */
  readonly mark: string;
}
