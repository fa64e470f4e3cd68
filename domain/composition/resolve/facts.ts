import type { Canvas } from '../composition.js';

/** What the media of a clip is like: its picture as displayed in px, and its length in ms. */
export interface MediaFacts {
  readonly size?: Canvas;
  readonly durationMs?: number;
}

/** What must be known of the outside to resolve a composition, by the ids of clips. */
export interface CompositionFacts {
  readonly media: ReadonlyMap<string, MediaFacts>;
  /** How large the laid-out lines of texts and captions are with their padding, px; where a side is `auto`. */
  readonly texts: ReadonlyMap<string, Canvas>;
}

/** Why a composition can't be resolved: which clip (none: the video) and what is wrong with it. */
export interface Unresolvable {
  readonly clip: string | undefined;
  readonly problem: string;
}
