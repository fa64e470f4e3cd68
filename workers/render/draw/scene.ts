import type { Canvas } from '../../../domain/composition/composition.js';
import type { Fit } from '../../../domain/composition/format/place.js';
import type { Mask } from '../../../domain/composition/format/effects.js';
import type { Paint } from '../../../domain/composition/format/paint.js';
import type { Rect } from '../../../domain/composition/geometry.js';
import type { ResolvedClip } from '../../../domain/composition/resolve/resolved.js';
import type { FrameRate, FrameSpan } from '../../../domain/composition/timeline.js';

// A scene is plain JSON: it crosses the border of the drawing process.

/** A picture on disk: raw RGBA, not premultiplied; where its corner lies in the box it was painted for, px. */
export interface PictureFile extends Canvas {
  readonly path: string;
  readonly x: number;
  readonly y: number;
}

/** Frames of a video: raw RGBA, one for each frame of `span`, in order. */
export interface VideoFeed extends Canvas {
  readonly path: string;
  readonly span: FrameSpan;
}

/** A file with the levels of a sound (`SoundLevels`), which starts at `start` ms of the video. */
export interface LevelsFile {
  readonly path: string;
  readonly start: number;
}

/** What a clip shows, before its look is applied. Numbers are indices into the scene's pictures, feeds and levels. */
export type Content =
  | { readonly _tag: 'Picture'; readonly picture: number }
  | {
      readonly _tag: 'Pages';
      readonly shows: ReadonlyArray<{ readonly picture: number; readonly span: FrameSpan }>;
    }
  | { readonly _tag: 'Video'; readonly feed: number }
  | { readonly _tag: 'Drawn' }
  | { readonly _tag: 'Waveform'; readonly levels: number | undefined }
  | { readonly _tag: 'Group'; readonly nodes: ReadonlyArray<SceneNode> };

/** What a node is cut out by. */
export interface NodeMask extends Pick<Mask, 'mode'> {
  readonly fit: Fit;
  readonly node: SceneNode;
}

/** A clip in a scene; it is drawn on the frames of `span`. */
export interface SceneNode {
  readonly clip: ResolvedClip;
  readonly span: FrameSpan;
  readonly content: Content;
  readonly mask: NodeMask | undefined;
  /** Another clip that pushes this one out: it moves along. */
  readonly pushedBy: ReadonlyArray<ResolvedClip>;
}

/** Clips that are drawn together, bottom to top, and the part of the canvas that is drawn. */
export interface Scene {
  readonly canvas: Canvas;
  readonly rect: Rect;
  readonly rate: FrameRate;
  /** Length of the video, ms. */
  readonly duration: number;
  /** What is below all nodes; undefined: nothing. */
  readonly background: Paint | undefined;
  readonly nodes: ReadonlyArray<SceneNode>;
  readonly pictures: ReadonlyArray<PictureFile>;
  readonly feeds: ReadonlyArray<VideoFeed>;
  readonly levels: ReadonlyArray<LevelsFile>;
  /** Files of the colour tables of `lut` filters, by their addresses. */
  readonly tables: Readonly<Record<string, string>>;
}
