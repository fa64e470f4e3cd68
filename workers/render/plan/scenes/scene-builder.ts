import type { ClipPath } from '../../../../domain/composition/clips/clip-paths.js';
import type { Canvas } from '../../../../domain/composition/composition.js';
import type { Rect } from '../../../../domain/composition/geometry/geometry.js';
import type { FrameRate, FrameSpan } from '../../../../domain/composition/timeline.js';
import type { LevelsFile, Scene } from '../../draw/scene.js';
import type { LayerSource } from '../../ports/rasterizer.js';
import type { LocalSource } from '../local-source.js';
import type { RetimedMedia } from '../retimed-frames.js';

/** Frames of a video for a scene, not rotated, scaled to `size` in px. */
export interface PlannedFeed {
  readonly clip: ClipPath;
  readonly source: LocalSource;
  readonly size: Canvas;
  /** The frames of the output on which it plays. */
  readonly span: FrameSpan;
  readonly sourceFrom: number;
  /** Absent if it is not retimed. */
  readonly retimed?: RetimedMedia;
}

/** A scene before rasterization: its pictures are pages of layer sources. */
export interface PlannedScene extends Omit<Scene, 'pictures' | 'feeds' | 'rect'> {
  readonly pictures: ReadonlyArray<{ readonly layerSource: number; readonly page: number }>;
  readonly feeds: ReadonlyArray<PlannedFeed>;
}

/** A scene, and the paths of the clips of its nodes: failures name them, but the picture does not depend on them. */
export interface SceneOfClips {
  readonly scene: PlannedScene;
  readonly clips: ReadonlyArray<ClipPath>;
}

/** Still frames of a scene. Each is drawn once, before pieces are composed, and shown until it changes. */
export interface SceneSource extends SceneOfClips {
  readonly _tag: 'Scene';
  /** The part of the canvas that is drawn, on even px. */
  readonly rect: Rect;
  /** One page per frame. */
  readonly frames: ReadonlyArray<number>;
  readonly opaque: boolean;
}

/** A source that is rasterized once, before pieces are composed. */
export type PlannedLayerSource = LayerSource | SceneSource;

export interface SceneContext {
  readonly canvas: Canvas;
  readonly rate: FrameRate;
  readonly frames: number;
  readonly duration: number;
  /** Whether uncovered parts of the canvas stay as transparent as the background. */
  readonly alpha: boolean;
  /** The frames to plan; default: all. */
  readonly only?: FrameSpan;
  readonly sources: ReadonlyMap<ClipPath, LocalSource>;
  /** Files of colour tables by URL. */
  readonly tables: Readonly<Record<string, string>>;
  /** Files of sound levels, by the waveform that shows them. */
  readonly levelsOf: ReadonlyMap<ClipPath, LevelsFile>;
  /** Texts and captions whose pictures are turned themselves, so that drawing does not turn their pixels. */
  readonly turned?: ReadonlySet<ClipPath>;
  /** Registers a layer source for a clip and returns its index. */
  readonly add: (clip: ClipPath, layerSource: PlannedLayerSource) => number;
}

/** A scene under construction: pictures, feeds and levels are added together with the nodes that refer to them. */
export interface Builder extends SceneContext {
  readonly pictures: { layerSource: number; page: number }[];
  readonly feeds: PlannedFeed[];
  readonly levels: LevelsFile[];
  /** The largest factor by which the group that is being planned is drawn larger than at rest. */
  readonly growth: number;
}
