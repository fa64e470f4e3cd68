import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { FrameSpan } from '../../../domain/composition/timeline.js';
import type { RenderFailure } from '../../../domain/render/events.js';
import type { Scene } from '../draw/scene.js';

/** Frames of a scene that are wanted, raw RGBA with alpha multiplied in, in a pipe: one after the other. */
export interface DrawingJob {
  readonly scene: Scene;
  readonly frames: FrameSpan;
  readonly output: string;
}

/** Draws scenes frame by frame. */
export interface SceneDrawer {
  /** Makes named pipes at these paths, in folders of their own. */
  readonly makePipes: (paths: ReadonlyArray<string>) => Promise<void>;
  /** Draws several scenes side by side, until all their frames are taken. */
  readonly draw: (
    jobs: ReadonlyArray<DrawingJob>,
    options: { readonly signal: AbortSignal },
  ) => TaskEither<RenderFailure, void>;
}
