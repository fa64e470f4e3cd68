import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { ClipPath } from '../../../domain/composition/clips/clip-paths.js';
import type { FrameSpan } from '../../../domain/composition/timeline.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';
import type { Scene } from '../draw/scene.js';

/** The path of a picture that shows nothing, such as that of a text of spaces. */
export const NO_FILE = '';

/** Frames of a scene to draw to `output` in order, as raw premultiplied RGBA unless they are planar. */
export interface DrawingJob {
  readonly scene: Scene;
  readonly frames: FrameSpan;
  readonly output: string;
  /**
   * Whether they are written as planar YUV 4:2:0 of the output instead, as ffmpeg would convert them: the scene must be
   * opaque, its width a multiple of 8, and its height even and at least 12 px.
   */
  readonly isPlanar?: true;
}

export interface DrawOptions {
  /** The folder of the render. */
  readonly folder: string;
  /** A series of previews whose processes draw for one after the other; absent: they draw for this render only. */
  readonly series?: string;
  readonly signal: AbortSignal;
  /** Names the clip of a node of a job's scene, for the failure of a process that ended while it drew the node. */
  readonly clipOf?: (job: number, node: number) => ClipPath | undefined;
}

/** Draws scenes frame by frame. */
export interface SceneDrawer {
  /** Creates named pipes at these paths, in new folders. */
  readonly makePipes: (paths: ReadonlyArray<string>) => Promise<void>;
  /** Draws several scenes concurrently into pipes, until all their frames are read. */
  readonly draw: (jobs: ReadonlyArray<DrawingJob>, options: DrawOptions) => TaskEither<FailureCause, void>;
  /** Draws scenes one after the other, each to its own file. */
  readonly drawStills: (
    jobs: ReadonlyArray<DrawingJob>,
    options: DrawOptions,
  ) => TaskEither<FailureCause, void>;
}
