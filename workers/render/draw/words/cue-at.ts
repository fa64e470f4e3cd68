import type { PictureCue } from '../scene.js';

/** The cue that is shown on a frame, if any. */
export const cueAt = <Cue extends PictureCue>(cues: ReadonlyArray<Cue>, frame: number): Cue | undefined =>
  cues.find(({ span }) => span.from <= frame && frame < span.to);
