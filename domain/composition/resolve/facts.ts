import type { Canvas } from '../composition.js';

/** The properties of a clip's media: its displayed size in px, and its duration in ms. */
export interface MediaFacts {
  readonly size?: Canvas;
  readonly durationMs?: number;
}

/** The external facts needed to resolve a composition, by clip id. */
export interface CompositionFacts {
  readonly media: ReadonlyMap<string, MediaFacts>;
  /** The files of masks, by the ids of the masked clips. */
  readonly masks?: ReadonlyMap<string, MediaFacts>;
  /** The size of the laid-out lines of texts and captions with an automatic side, including padding, px. */
  readonly texts: ReadonlyMap<string, Canvas>;
}

/** Why a composition cannot be resolved: the problem, and the id of the clip that has it, if one has. */
export interface Unresolvable {
  readonly clip: string | undefined;
  readonly problem: string;
}
