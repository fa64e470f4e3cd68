import type { SpokenTime } from '../../../domain/composition/animation/caption-looks.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import type { Fit } from '../../../domain/composition/fields/place.js';
import type { Mask } from '../../../domain/composition/fields/effects.js';
import type { Paint } from '../../../domain/composition/fields/paint.js';
import type { Point, Rect } from '../../../domain/composition/geometry/geometry.js';
import type { Push } from '../../../domain/composition/pushers.js';
import type { ResolvedClip } from '../../../domain/composition/resolve/resolved.js';
import type { FrameRate, FrameSpan } from '../../../domain/composition/timeline.js';

// A scene is plain JSON, because it is sent to the process that draws it.

/** A picture on disk (raw RGBA, not premultiplied), and the position of its corner in its box, in px. */
export interface PictureFile extends Canvas {
  /** Empty for a picture without visible pixels, such as a text of spaces. */
  readonly path: string;
  readonly x: number;
  readonly y: number;
  /** Its px per px of its box; absent: 1. Its corner and its sprites are in its own px. */
  readonly scale?: number;
  readonly sheet?: SpriteSheet;
}

/** A part of a text on a sprite sheet, in px. */
export interface Sprite {
  readonly from: Rect;
  /** The position of its corner in the box at rest. */
  readonly x: number;
  readonly y: number;
  /** Index of its letter, word or line; -1 if it does not move. */
  readonly unit: number;
  /** From bottom to top: background and border of the box, backgrounds of the lines, shadows, strokes, glyphs. */
  readonly layer: 'box' | 'background' | 'shadow' | 'under' | 'ink';
  /** In captions: the style of the word, before (`plain`) or while (`lit`) it is highlighted. */
  readonly variant?: 'plain' | 'lit';
  /**
   * A unit whose letters touch those of the unit before it has two sprites: one for while both keep their positions
   * relative to each other (`joined`), and one for while they don't (`alone`).
   */
  readonly when?: 'joined' | 'alone';
}

/** A caption word or a part of one, and its area in px of the box. */
export interface SheetWord {
  /** Its index in its caption group. */
  readonly word: number;
  readonly box: Rect;
  readonly baseline: number;
  readonly rightToLeft: boolean;
}

/** Sprites, and for each unit the centre about which it scales, and its font size; in px of the box. */
export interface SpriteSheet {
  readonly sprites: ReadonlyArray<Sprite>;
  readonly units: ReadonlyArray<{ readonly x: number; readonly y: number; readonly size: number }>;
  /** In captions: the word, or part of a word, that each unit is. */
  readonly words?: ReadonlyArray<SheetWord>;
  /** The area to which everything except the box is clipped. */
  readonly clip?: Rect;
}

/** Frames of a video, one for each frame of `span`, in order. */
export interface VideoFeed extends Canvas {
  readonly span: FrameSpan;
}

/** A clockwise rotation about a point of the box, in degrees. */
export interface Turn extends Point {
  readonly rotation: number;
}

/** A picture of the scene: a whole clip, or only the glyphs of a text, with its other parts in `behind`. */
export interface ShownPicture {
  readonly picture: number;
  /** The pictures of the background and border of its box, and of the backgrounds of its lines or words. */
  readonly behind?: { readonly box?: number; readonly lines?: number };
  /** Absent if the pictures themselves are upright. */
  readonly turned?: Turn;
  /** The same at a higher resolution, for when it is drawn larger than at rest. */
  readonly larger?: Omit<ShownPicture, 'larger'>;
}

/** The indices of all pictures that are shown together. */
export const picturesIn = ({ picture, behind }: ShownPicture): ReadonlyArray<number> => [
  picture,
  ...Object.values(behind ?? {}),
];

export interface PictureCue extends ShownPicture {
  readonly span: FrameSpan;
}

/** The cue that is shown on a frame, if any. */
export const cueAt = <Cue extends PictureCue>(cues: ReadonlyArray<Cue>, frame: number): Cue | undefined =>
  cues.find(({ span }) => span.from <= frame && frame < span.to);

/** Words that are shown together, and when each one is spoken. */
export interface WordsCue extends PictureCue {
  readonly times: ReadonlyArray<SpokenTime>;
}

/** A file with audio levels (`SoundLevels`) that start at `start` ms of the video. */
export interface LevelsFile {
  readonly path: string;
  readonly start: number;
}

/** The content of a clip, before its look is applied. Numbers are indices into the scene's pictures, feeds and levels. */
export type NodeContent =
  | ({ readonly _tag: 'Picture' } & ShownPicture)
  | { readonly _tag: 'Pages'; readonly cues: ReadonlyArray<PictureCue> }
  /** Sheets of the letters, words or lines of a text. */
  | { readonly _tag: 'Units'; readonly cues: ReadonlyArray<PictureCue> }
  /** Sheets of the words of a caption. */
  | { readonly _tag: 'Words'; readonly cues: ReadonlyArray<WordsCue> }
  | { readonly _tag: 'Video'; readonly feed: number }
  | { readonly _tag: 'Drawn' }
  | { readonly _tag: 'Waveform'; readonly levels: number | undefined }
  | { readonly _tag: 'Group'; readonly nodes: ReadonlyArray<SceneNode> };

export interface NodeMask extends Pick<Mask, 'mode'> {
  readonly fit: Fit;
  readonly node: SceneNode;
}

/** A clip in a scene; it is drawn on the frames of `span`. */
export interface SceneNode {
  readonly clip: ResolvedClip;
  readonly span: FrameSpan;
  readonly content: NodeContent;
  readonly mask: NodeMask | undefined;
  /** The pushes of other clips that move it. */
  readonly pushedBy: ReadonlyArray<Push<ResolvedClip>>;
}

/** Clips that are drawn together, bottom to top, and the part of the canvas that is drawn. */
export interface Scene {
  readonly canvas: Canvas;
  readonly rect: Rect;
  readonly rate: FrameRate;
  /** Length of the video, ms. */
  readonly duration: number;
  /** The background below all nodes, if any. */
  readonly background: Paint | undefined;
  readonly nodes: ReadonlyArray<SceneNode>;
  readonly pictures: ReadonlyArray<PictureFile>;
  readonly feeds: ReadonlyArray<VideoFeed>;
  readonly levels: ReadonlyArray<LevelsFile>;
  /** Files of the colour tables of `lut` filters, by URL. */
  readonly tables: Readonly<Record<string, string>>;
}
