import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import type { CaptionState } from '../../../domain/composition/captions/caption-groups.js';
import type { SpriteSheet } from '../draw/scene.js';
import type { TextPart } from '../draw/words/text-parts.js';
import type { CustomFont } from '../../../domain/composition/fields/fonts.js';
import type { Placement, Rect } from '../../../domain/composition/geometry/geometry.js';
import type { Scaling, ResolvedCaption, ResolvedText } from '../../../domain/composition/resolve/resolved.js';
import type { BorderRadius } from '../../../domain/composition/fields/place.js';
import type { Paint } from '../../../domain/composition/fields/paint.js';
import type { TextUnit } from '../../../domain/composition/fields/text-animation.js';
import type { Provenance } from '../../../domain/render/render-output.js';
import type { EngineOptions } from './media-encoder.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';

/** Maximum pixels of all pages of a text that is drawn larger than at rest: 64 MB. */
export const LARGER_PIXELS = 2 ** 24;

interface ImagePages {
  readonly _tag: 'Image';
  readonly path: string;
  /** Indices of pages of the file, ascending. */
  readonly pages: ReadonlyArray<number>;
}

interface TextPages {
  readonly _tag: 'Text';
  /** One page for each text. */
  readonly texts: ReadonlyArray<ResolvedText>;
  /** The part of each text that is drawn; absent: all of it. */
  readonly part?: TextPart;
}

interface CaptionPages {
  readonly _tag: 'Caption';
  readonly caption: ResolvedCaption;
  readonly groups: ReadonlyArray<CaptionGroup>;
  /** The part of the caption that is drawn; absent: all of it. */
  readonly part?: TextPart;
}

interface Placed {
  readonly placement: Placement;
}

interface PlacedLines extends Placed {
  /** The box for which lines are laid out; absent: that of the placement. */
  readonly scaling?: Scaling;
}

/** A source to rasterize. Each page is one picture; all pages have the same position. */
export type LayerSource =
  /** The background below all clips; without `alpha`, on black. */
  | { readonly _tag: 'Background'; readonly color: Paint; readonly alpha?: boolean }
  /** A white box: the alpha of a video that is rotated, translucent, off the pixel grid or has rounded corners. */
  | (Placed & { readonly _tag: 'Mask'; readonly borderRadius?: BorderRadius })
  | (Placed & ImagePages)
  | (PlacedLines & TextPages)
  | (PlacedLines & CaptionPages)
  /** Pixels for scenes, not placed: raw RGBA of the size `size`, not premultiplied. */
  | {
      readonly _tag: 'Raster';
      readonly source: RasterSource;
      readonly size: Canvas;
      /** How much larger than `size` texts are drawn, if that takes at most {@link LARGER_PIXELS}. Default: 1. */
      readonly growth?: number;
      /** How far a text without growth is turned about the centre of `size`, in degrees. Default: 0. */
      readonly rotation?: number;
      /** The box for which lines are laid out; absent: `size`. */
      readonly scaling?: Scaling;
    };

/** The content of a raster; it fills its size. */
export type RasterSource =
  | ImagePages
  /** With a `unit`, a page is a sheet with each unit separately. */
  | (TextPages & { readonly unit?: TextUnit })
  | CaptionPages
  /** A page is a sheet with each word separately, in both of its styles. */
  | {
      readonly _tag: 'CaptionWords';
      readonly caption: ResolvedCaption;
      readonly groups: ReadonlyArray<ReadonlyArray<string>>;
    };

/** Words that are shown together, and their pages: one for each highlighted word, and one without a highlight. */
export interface CaptionGroup {
  readonly words: ReadonlyArray<string>;
  readonly pages: ReadonlyArray<Pick<CaptionState, 'highlighted'>>;
}

/**
 * Rasterized pages: raw frames in files without headers. `rect` is on even px of the canvas. A background is `yuv420p`,
 * a mask `gray`, and everything else `yuva420p` (not premultiplied); BT.709, limited range.
 */
export interface Raster {
  readonly rect: Rect;
  readonly files: ReadonlyArray<string>;
  /** Whether every pixel of the rect is opaque. */
  readonly opaque: boolean;
  readonly fonts: Provenance['fonts'];
  /** Its px per px of the box at rest; absent: 1. */
  readonly scale?: number;
  /** The sprites and the size of each page, if pages are sprite sheets; then `rect` is not used. */
  readonly sheets?: ReadonlyArray<Canvas & { readonly sheet: SpriteSheet }>;
}

/** Lines to measure: those of a text, or of all groups of words of a caption. */
export type Lines =
  | { readonly _tag: 'Text'; readonly text: ResolvedText }
  | {
      readonly _tag: 'Caption';
      readonly caption: ResolvedCaption;
      readonly groups: ReadonlyArray<ReadonlyArray<string>>;
    };

/** How lines fit in their box. */
export interface TextReport {
  /** The box that the lines need with padding and border, in whole px. */
  readonly needs: Canvas;
  /** Characters for which no font has glyphs, or some of them if they are many. */
  readonly uncovered: ReadonlyArray<string>;
}

/** A client's font on the local disk. */
export interface LocalFont extends Pick<CustomFont, 'family' | 'weight' | 'style'> {
  readonly path: string;
}

/** A rasterizer with a client's fonts, and the families that are missing. */
export interface OpenedFonts {
  readonly rasterizer: Rasterizer;
  readonly missing: ReadonlyArray<string>;
}

/** Rasterizes the stills of a render, each once, at its final size and angle. */
export interface Rasterizer {
  /** Names files `name` with a suffix, in `folder`. The raster is undefined if no part of it is on the canvas. */
  readonly paint: (
    layerSource: LayerSource,
    canvas: Canvas,
    target: EngineOptions & { readonly name: string },
  ) => TaskEither<FailureCause, Raster | undefined>;
  /**
   * The smallest box for lines with padding and border, in whole px.
   * @param width maximum width of the box, in px
   */
  readonly measure: (lines: Lines, width: number, task: EngineOptions) => TaskEither<FailureCause, Canvas>;
  /** Lays out lines in a box, in px, without drawing them. */
  readonly inspect: (lines: Lines, box: Canvas, task: EngineOptions) => TaskEither<FailureCause, TextReport>;
  /**
   * This rasterizer with a client's fonts, which take precedence. Fails, naming the family, if a font cannot be read.
   * @param families families to check; each may be a comma-separated list
   */
  readonly openFonts: (
    fonts: ReadonlyArray<LocalFont>,
    families: ReadonlyArray<string>,
    task: EngineOptions,
  ) => TaskEither<FailureCause, OpenedFonts>;
}
