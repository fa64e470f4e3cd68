import type { Fonts } from '../reading/fonts.js';
import type { Canvas } from '../reading/json-object.js';

/** What the elements of a movie are converted with. */
export interface ElementContext {
  readonly canvas: Canvas;
  readonly fonts: Fonts;
  readonly z: number;
}
