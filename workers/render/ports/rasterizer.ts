import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import type { CaptionState } from '../../../domain/composition/caption-states.js';
import type { SpriteSheet } from '../draw/scene.js';
import type { CustomFont } from '../../../domain/composition/format/fonts.js';
import type { Placement, Rect } from '../../../domain/composition/geometry.js';
import type { BorderRadius } from '../../../domain/composition/format/place.js';
import type { Paint } from '../../../domain/composition/format/paint.js';
import type { TextUnit } from '../../../domain/composition/format/text-animation.js';
import type { ResolvedCaption, ResolvedText } from '../../../domain/composition/resolve/resolved.js';
import type { Provenance } from '../../../domain/render/events.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';

/** What is drawn; each page is one picture, all of them in the same place. */
export type LayerSource =
  /** What is below all clips; without `alpha`, on black. */
  | { readonly _tag: 'Background'; readonly color: Paint; readonly alpha?: boolean }
  /** A full white box: the alpha of a video that is turned, translucent, off the pixel grid or has round corners. */
  | { readonly _tag: 'Mask'; readonly placement: Placement; readonly borderRadius?: BorderRadius }
  | {
      readonly _tag: 'Image';
      readonly placement: Placement;
      readonly path: string;
      /** Which of the file's, ascending. */
      readonly pages: ReadonlyArray<number>;
    }
  | {
      readonly _tag: 'Text';
      readonly placement: Placement;
      /** A page for each. */
      readonly texts: ReadonlyArray<ResolvedText>;
    }
  /** Pixels for drawing with, not turned or placed: raw RGBA of the given size, alpha not multiplied in. */
  | { readonly _tag: 'Raster'; readonly source: RasterSource; readonly size: Canvas }
  | {
      readonly _tag: 'Caption';
      readonly placement: Placement;
      readonly caption: ResolvedCaption;
      readonly groups: ReadonlyArray<CaptionGroup>;
    };

/** What a raster shows; it fills its size. */
export type RasterSource =
  | { readonly _tag: 'Image'; readonly path: string; readonly pages: ReadonlyArray<number> }
  | {
      readonly _tag: 'Text';
      /** A page for each. */
      readonly texts: ReadonlyArray<ResolvedText>;
      /** Given, a page is a sheet with each of these by itself. */
      readonly unit?: TextUnit;
    }
  | {
      readonly _tag: 'Caption';
      readonly caption: ResolvedCaption;
      readonly groups: ReadonlyArray<CaptionGroup>;
    }
  /** A page is a sheet with each word by itself, in both of its styles. */
  | {
      readonly _tag: 'CaptionWords';
      readonly caption: ResolvedCaption;
      readonly groups: ReadonlyArray<ReadonlyArray<string>>;
    };

/**
 * Words that are on screen together, and the pages that show them: one for each word that is highlighted meanwhile, or
 * none.
 */
export interface CaptionGroup {
  readonly words: ReadonlyArray<string>;
  readonly pages: ReadonlyArray<Pick<CaptionState, 'highlighted'>>;
}

/**
 * Painted pages: raw frames in files, without header. `rect` lies on even px of the canvas. A background is `yuv420p`,
 * a mask `gray`, all else `yuva420p` (alpha not multiplied in), BT.709, limited range.
 */
export interface Raster {
  readonly rect: Rect;
  readonly files: ReadonlyArray<string>;
  /** Whether no pixel of the rect lets anything through. */
  readonly opaque: boolean;
  readonly fonts: Provenance['fonts'];
  /** Where each page has pictures that move by themselves, and how large it is: `rect` does not count then. */
  readonly sheets?: ReadonlyArray<Canvas & { readonly sheet: SpriteSheet }>;
}

/** Lines that are laid out to see what room they take: of a text, or of all groups of words of a caption. */
export type Lines =
  | { readonly _tag: 'Text'; readonly text: ResolvedText }
  | {
      readonly _tag: 'Caption';
      readonly caption: ResolvedCaption;
      readonly groups: ReadonlyArray<ReadonlyArray<string>>;
    };

/** A font that a client brings, on the local disk. */
export interface LocalFont extends Pick<CustomFont, 'family' | 'weight' | 'style'> {
  readonly path: string;
}

/** A rasterizer that knows fonts of a client, and which of the families that were asked about nobody has. */
export interface OpenedFonts {
  readonly rasterizer: Rasterizer;
  readonly missing: ReadonlyArray<string>;
}

/** Draws the stills of a render, each once, at its final size and angle. */
export interface Rasterizer {
  /** Files are named `name` with a suffix, in `folder`. Undefined: nothing of it is on the canvas. */
  readonly paint: (
    layerSource: LayerSource,
    canvas: Canvas,
    target: { readonly folder: string; readonly name: string; readonly signal: AbortSignal },
  ) => TaskEither<FailureCause, Raster | undefined>;
  /**
   * The smallest box of whole px that holds lines with padding and border, for the render whose folder is given.
   * @param width that it may take at most, px
   */
  readonly measure: (
    lines: Lines,
    width: number,
    target: { readonly folder: string; readonly signal: AbortSignal },
  ) => TaskEither<FailureCause, Canvas>;
  /**
   * This rasterizer with fonts of a client, which come before all others. A font that can't be read is a failure that
   * names its family.
   * @param families which of them are missing is told; each may name several, divided by commas
   */
  readonly openFonts: (
    fonts: ReadonlyArray<LocalFont>,
    families: ReadonlyArray<string>,
    target: { readonly folder: string; readonly signal: AbortSignal },
  ) => TaskEither<FailureCause, OpenedFonts>;
}
