import type { Canvas } from '../../../domain/composition/composition.js';
import type { Rect } from '../../../domain/composition/geometry/geometry.js';

// The part of the Canvas 2D API (HTML Standard, 4.12.5) that drawing uses. It runs in workers and in browsers.

/** Something that can be drawn: a surface, or a picture loaded by the platform. */
export type Drawable = Canvas;

export interface ColorGradient {
  readonly addColorStop: (offset: number, color: string) => void;
}

/** An outline made from SVG path data. */
export type Outline = object;

export interface Context2D {
  /** The canvas that it draws on; sides in px. */
  readonly canvas: Canvas;
  globalAlpha: number;
  globalCompositeOperation: string;
  filter: string;
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  lineCap: string;
  lineJoin: string;
  lineDashOffset: number;
  shadowBlur: number;
  shadowColor: string;
  shadowOffsetX: number;
  shadowOffsetY: number;
  imageSmoothingEnabled: boolean;
  imageSmoothingQuality: string;
  save(): void;
  restore(): void;
  reset(): void;
  /** The matrix that maps coordinates to px of the canvas. */
  getTransform(): {
    readonly a: number;
    readonly b: number;
    readonly c: number;
    readonly d: number;
    readonly e: number;
    readonly f: number;
  };
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  transform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  translate(x: number, y: number): void;
  rotate(radians: number): void;
  scale(x: number, y: number): void;
  clearRect(x: number, y: number, width: number, height: number): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  beginPath(): void;
  closePath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  rect(x: number, y: number, width: number, height: number): void;
  roundRect(x: number, y: number, width: number, height: number, radii: number[]): void;
  ellipse(x: number, y: number, rx: number, ry: number, rotation: number, from: number, to: number): void;
  arc(x: number, y: number, radius: number, from: number, to: number): void;
  clip(): void;
  fill(outline?: Outline): void;
  stroke(outline?: Outline): void;
  setLineDash(segments: number[]): void;
  createLinearGradient(x0: number, y0: number, x1: number, y1: number): ColorGradient;
  createRadialGradient(x0: number, y0: number, r0: number, x1: number, y1: number, r1: number): ColorGradient;
  createConicGradient(from: number, x: number, y: number): ColorGradient;
  /** The types of `image` and, below, of `pixels` depend on the platform. */
  drawImage(
    image: object,
    sx: number,
    sy: number,
    sWidth: number,
    sHeight: number,
    dx: number,
    dy: number,
    dWidth: number,
    dHeight: number,
  ): void;
  getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
  putImageData(pixels: object, x: number, y: number): void;
}

/** A picture that can be drawn to. */
export interface Surface extends Drawable {
  readonly context: Context2D;
}

/** What drawing needs from the platform. */
export interface DrawingTools {
  /** A transparent surface, valid until the frame is drawn; sides in px, at least 1. */
  readonly surface: (width: number, height: number) => Surface;
  /** Keeps a surface beyond the current frame, until it is released. */
  readonly retain: (surface: Surface) => void;
  readonly release: (surface: Surface) => void;
  /** Draws a frame, and then recycles its surfaces. */
  readonly duringFrame: (draw: () => void) => void;
  /** Draws the part `from` of a picture into the box `to`. Platforms differ in the image types that they accept. */
  readonly draw: (context: Context2D, picture: Drawable, from: Box, to: Box) => void;
  readonly outline: (path: string) => Outline;
  /** Length of an outline in px. */
  readonly outlineLength: (path: string) => number;
  /** The RGBA samples of a surface, not premultiplied, and how to put changed ones back. */
  readonly samples: (surface: Surface) => { readonly data: Uint8ClampedArray; readonly put: () => void };
}

/** Clips everything that is drawn from now on to a box. */
export const clipTo = (context: Context2D, { x, y, width, height }: Box): void => {
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
};

/** The whole area of a picture, in its own px. */
export const areaOf = ({ width, height }: Drawable): Box => ({ x: 0, y: 0, width, height });

/** A rectangle in px. */
export type Box = Rect;
