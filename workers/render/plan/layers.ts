import type { ClipPath } from '../../../domain/composition/clip-paths.js';
import type { ProbedSource, ProbedVideo } from '../ports/media-probe.js';
import type { Placement, Rect } from '../../../domain/composition/geometry.js';
import type { FrameSpan } from '../../../domain/composition/timeline.js';
import type { RetimedMedia } from './retimed-frames.js';
import type { PlannedScene } from './scene-builder.js';

/** A source on the local disk. */
export interface LocalSource {
  readonly path: string;
  readonly probed: ProbedSource;
}

/** A page of a layer source and the frames that show it. */
export interface ShownPage {
  readonly page: number;
  readonly span: FrameSpan;
}

/** Painted pages that follow each other in one place. */
export interface PictureLayer {
  readonly _tag: 'Pictures';
  /** Index in `layerSources`. */
  readonly layerSource: number;
  readonly shows: ReadonlyArray<ShownPage>;
  readonly span: FrameSpan;
}

/** A playing video; at frame `span.from` it shows its own instant `sourceFrom` (ms). */
export interface VideoLayer {
  readonly _tag: 'Video';
  readonly clip: ClipPath;
  readonly path: string;
  readonly container: string;
  readonly video: ProbedVideo;
  /** Where all of it lies, seen or not. */
  readonly placement: Placement;
  /** Whether no more of it than `rect` is to be seen: it was cropped, or cut to its box. */
  readonly isPart?: boolean;
  /** What of it is on the canvas, on even px. */
  readonly rect: Rect;
  /** Index in `layerSources` of its alpha; undefined where it fills `rect` and nothing shows through. */
  readonly mask: number | undefined;
  readonly span: FrameSpan;
  readonly sourceFrom: number;
  /** How it is played, if not as it is; `firstFrame` is the frame of the video at `span.from`. */
  readonly retimed?: RetimedMedia & { readonly firstFrame: number };
}

/** Clips that are drawn frame by frame. */
export interface DrawnLayer {
  readonly _tag: 'Drawn';
  readonly clip: ClipPath;
  readonly scene: PlannedScene;
  /** The part of the canvas that is drawn, on even px. */
  readonly rect: Rect;
  /** Whether nothing shows through. */
  readonly opaque: boolean;
  readonly span: FrameSpan;
  /** The frame of the video at `span.from`. */
  readonly firstFrame: number;
}

export type Layer = PictureLayer | VideoLayer | DrawnLayer;

/** The frames from the first shown page to the last. */
export const spanOf = (shows: ReadonlyArray<ShownPage>): FrameSpan => ({
  from: shows[0]?.span.from ?? 0,
  to: shows.at(-1)?.span.to ?? 0,
});
