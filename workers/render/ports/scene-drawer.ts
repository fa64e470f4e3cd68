import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { FrameSpan } from '../../../domain/composition/timeline.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';
import type { Scene } from '../draw/scene.js';

/** Frames of a scene that are wanted, raw RGBA with alpha multiplied in: one after the other. */
export interface DrawingJob {
  readonly scene: Scene;
  readonly frames: FrameSpan;
  readonly output: string;
}

/** Jobs for one process: side by side for pipes that are read at once, in turn for files. */
export interface DrawingOrder {
  readonly jobs: ReadonlyArray<DrawingJob>;
  readonly inTurn: boolean;
}

/** Draws scenes frame by frame. */
export interface SceneDrawer {
  /** Makes named pipes at these paths, in folders of their own. */
  readonly makePipes: (paths: ReadonlyArray<string>) => Promise<void>;
  /** Draws several scenes side by side into pipes, until all their frames are taken. */
  readonly draw: (
    jobs: ReadonlyArray<DrawingJob>,
    options: { readonly signal: AbortSignal },
  ) => TaskEither<FailureCause, void>;
  /** Draws scenes one after the other, each into a file of its own; all files are to lie in one folder. */
  readonly drawStills: (
    jobs: ReadonlyArray<DrawingJob>,
    options: { readonly signal: AbortSignal },
  ) => TaskEither<FailureCause, void>;
}
