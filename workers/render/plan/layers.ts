import type { ClipPath } from '../../../domain/composition/clips/clip-paths.js';
import type { ProbedVideo } from '../ports/media-probe.js';
import type { Placement, Rect } from '../../../domain/composition/geometry/geometry.js';
import type { FrameSpan } from '../../../domain/composition/timeline.js';
import type { RetimedMedia } from './retimed-frames.js';
import type { SceneOfClips } from './scenes/scene-builder.js';

/** A page of a layer source and the frames that show it. */
export interface PageCue {
  readonly page: number;
  readonly span: FrameSpan;
}

/** Rasterized pages that are shown one after the other at the same position. */
export interface PictureLayer {
  readonly _tag: 'Pictures';
  /** Index in `layerSources`. */
  readonly layerSource: number;
  readonly cues: ReadonlyArray<PageCue>;
  readonly span: FrameSpan;
}

/** A playing video. At frame `span.from` it shows the source at `sourceFrom` (ms). */
export interface VideoLayer {
  readonly _tag: 'Video';
  readonly clip: ClipPath;
  readonly path: string;
  readonly container: string;
  readonly video: ProbedVideo;
  /** The placement of the whole video, including its invisible parts. */
  readonly placement: Placement;
  /** Whether only its part in `rect` is visible, because it is cropped or clipped to its box. */
  readonly isPart?: boolean;
  /** The part on the canvas, on even px. */
  readonly rect: Rect;
  /** Index in `layerSources` of its alpha; undefined if it fills `rect` and is opaque. */
  readonly mask: number | undefined;
  readonly span: FrameSpan;
  readonly sourceFrom: number;
  /** Absent if it is not retimed; `firstFrame` is the frame of the composition at `span.from`. */
  readonly retimed?: RetimedMedia & { readonly firstFrame: number };
}

/** Clips that are drawn frame by frame. */
export interface DrawnLayer extends SceneOfClips {
  readonly _tag: 'Drawn';
  readonly clip: ClipPath;
  /** The part of the canvas that is drawn, on even px. */
  readonly rect: Rect;
  /** Whether it is opaque everywhere. */
  readonly opaque: boolean;
  readonly span: FrameSpan;
  /** The frame of the composition at `span.from`. */
  readonly firstFrame: number;
}

export type Layer = PictureLayer | VideoLayer | DrawnLayer;

/** The index of the background among the layer sources. */
const BACKGROUND = 0;

export const shownSources = (layers: ReadonlyArray<Layer>): ReadonlySet<number> =>
  new Set([
    BACKGROUND,
    ...layers.flatMap((layer): ReadonlyArray<number> => {
      switch (layer._tag) {
        case 'Pictures':
          return [layer.layerSource];
        case 'Video':
          return layer.mask === undefined ? [] : [layer.mask];
        case 'Drawn':
          return layer.scene.pictures.map(({ layerSource }) => layerSource);
      }
    }),
  ]);

/** The frames from the start of the first cue to the end of the last. */
export const spanOf = (cues: ReadonlyArray<PageCue>): FrameSpan => ({
  from: cues[0]?.span.from ?? 0,
  to: cues.at(-1)?.span.to ?? 0,
});
