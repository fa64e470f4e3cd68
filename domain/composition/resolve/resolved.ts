import type { Clip } from '../clips/clip.js';
import type { ClipType } from '../clips/clip-types.js';
import type { Canvas, Composition, Metadata } from '../composition.js';
import type { CaptionProperties } from '../fields/caption.js';
import type { Anchor } from '../fields/place.js';
import type { TextProperties } from '../fields/text.js';
import type { Span, TextStyleProperties } from '../fields/text-style.js';
import type { TimeFrame } from '../fields/time-frame.js';
import type { Word } from '../fields/word.js';

// A composition whose times, positions and sizes are all known: ms of the timeline and px of the canvas.

/** `start` ≤ t < `end` on the timeline (in a group: from the start of the group), ms. */
export interface ResolvedTimeFrame extends Omit<TimeFrame, 'end' | 'duration' | 'after' | 'gap'> {
  readonly end: number;
}

/**
 * The position of the point `anchor` of the box (default: its top left corner), in px from the top left of the canvas.
 */
export interface ResolvedPosition {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly anchor?: Anchor;
}

type Lengths = 'fontSize' | 'padding';
type Measured<A> = Omit<A, Lengths> & { readonly fontSize: number; readonly padding: number };

export type ResolvedSpan = Omit<Span, 'fontSize'> & { readonly fontSize?: number };
export type ResolvedText = Measured<Omit<TextProperties, 'spans'>> & {
  readonly spans?: ReadonlyArray<ResolvedSpan>;
};
export type ResolvedTextStyle = Measured<TextStyleProperties>;
export type ResolvedCaption = Omit<
  CaptionProperties,
  'highlightTextProperties' | 'nonHighlightTextProperties' | 'words'
> & {
  readonly words: ReadonlyArray<Word>;
  readonly highlightTextProperties: ResolvedTextStyle;
  readonly nonHighlightTextProperties: ResolvedTextStyle;
};

/** How a clip is scaled from the canvas to the output. */
export interface Scaling {
  readonly scale: number;
  /**
   * The size of the box at rest on the canvas, px. Texts, shapes and waveforms are laid out for it: their own lengths, such
   * as font sizes, are px of the canvas.
   */
  readonly laidOut: Canvas;
}

interface ResolvedPlace {
  readonly timeFrame: ResolvedTimeFrame;
  readonly position: ResolvedPosition;
  readonly size: Canvas;
  /** Absent if it is drawn at the size of the canvas. */
  readonly scaling?: Scaling;
}

type ResolvedProperties<C> = C extends { readonly type: 'text' }
  ? { readonly textProperties: ResolvedText }
  : C extends { readonly type: 'caption' }
    ? { readonly captionProperties: ResolvedCaption }
    : C extends { readonly type: 'group' }
      ? { readonly clips: ReadonlyArray<ResolvedClip> }
      : unknown;
type Own<C> = C extends { readonly type: 'text' }
  ? 'textProperties'
  : C extends { readonly type: 'caption' }
    ? 'captionProperties'
    : C extends { readonly type: 'group' }
      ? 'clips'
      : never;
type Resolved<C> = C extends Clip
  ? Omit<C, keyof ResolvedPlace | Own<C>> & ResolvedPlace & ResolvedProperties<C>
  : never;

/** A clip whose times, positions and sizes are known. */
export type ResolvedClip = Resolved<Clip>;
export type ResolvedClipOf<T extends ClipType> = Extract<ResolvedClip, { readonly type: T }>;

export interface ResolvedMetadata extends Omit<Metadata, 'duration' | 'canvas'> {
  readonly duration: number;
  readonly canvas: Canvas;
}

/** A composition whose times, positions and sizes are known. */
export interface ResolvedComposition extends Omit<Composition, 'metadata' | 'clips'> {
  readonly metadata: ResolvedMetadata;
  readonly clips: ReadonlyArray<ResolvedClip>;
}
