import type { Canvas } from '../composition.js';

/** The properties of a clip's media: its displayed size in px, and its duration in ms. */
export interface MediaFacts {
  readonly size?: Canvas;
  readonly durationMs?: number;
}

/** The external facts needed to resolve a composition, by clip id. */
export interface CompositionFacts {
  readonly media: ReadonlyMap<string, MediaFacts>;
  /** The files that are masks, by the ids of the clips that they mask. */
  readonly masks?: ReadonlyMap<string, MediaFacts>;
  /** The size of the laid-out lines of texts and captions with an automatic side, including padding, px. */
  readonly texts: ReadonlyMap<string, Canvas>;
}

/** Why a composition cannot be resolved: the clip (none: the video) and the problem. */
export interface Unresolvable {
  readonly clip: string | undefined;
  readonly problem: string;
}
