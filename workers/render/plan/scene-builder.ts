import type { ClipPath } from '../../../domain/composition/clip-paths.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import type { Rect } from '../../../domain/composition/geometry.js';
import type { ResolvedClip } from '../../../domain/composition/resolve/resolved.js';
import type { FrameRate, FrameSpan } from '../../../domain/composition/timeline.js';
import type { LevelsFile, Scene } from '../draw/scene.js';
import type { LayerSource } from '../ports/rasterizer.js';
import type { LocalSource } from './layers.js';
import type { RetimedMedia } from './retimed-frames.js';

/** Frames of a video that a scene draws: as a video layer shows them, unturned, `size` px large. */
export interface PlannedFeed {
  readonly clip: ClipPath;
  readonly source: LocalSource;
  readonly size: Canvas;
  /** Frames of the video on which it plays. */
  readonly span: FrameSpan;
  readonly sourceFrom: number;
  /** How it is played, if not as it is. */
  readonly retimed?: RetimedMedia;
}

/** A scene before its pictures are painted: they are pages of layerSources. */
export interface PlannedScene extends Omit<Scene, 'pictures' | 'feeds' | 'rect'> {
  readonly pictures: ReadonlyArray<{ readonly layerSource: number; readonly page: number }>;
  readonly feeds: ReadonlyArray<PlannedFeed>;
}

/** Frames of a scene that rests: each is drawn once, before pieces are composed, and shown as long as it lasts. */
export interface SceneSource {
  readonly _tag: 'Scene';
  readonly scene: PlannedScene;
  /** The part of the canvas that is drawn, on even px. */
  readonly rect: Rect;
  /** A page each. */
  readonly frames: ReadonlyArray<number>;
  readonly opaque: boolean;
}

/** What is painted once, before pieces are composed. */
export type PlannedLayerSource = LayerSource | SceneSource;

/** What scenes are planned from. */
export interface SceneContext {
  readonly canvas: Canvas;
  readonly rate: FrameRate;
  readonly frames: number;
  readonly duration: number;
  /** Frames that are planned; all when left out. */
  readonly only?: FrameSpan;
  readonly sources: ReadonlyMap<ClipPath, LocalSource>;
  /** Files of colour tables by their addresses. */
  readonly tables: Readonly<Record<string, string>>;
  /** Files of the levels of sounds, by the waveforms that show them. */
  readonly levelsOf: ReadonlyMap<ClipPath, LevelsFile>;
  /** Takes what is to be painted for a clip, and numbers it. */
  readonly add: (clip: ClipPath, layerSource: PlannedLayerSource) => number;
}

/** A clip of the list that is planned, with its place in the document. */
export interface ListedClip {
  readonly clip: ResolvedClip;
  readonly at: ClipPath;
}

/** A scene that is being planned: what its nodes refer to is added as they are. */
export interface Builder extends SceneContext {
  readonly pictures: { layerSource: number; page: number }[];
  readonly feeds: PlannedFeed[];
  readonly levels: LevelsFile[];
}
