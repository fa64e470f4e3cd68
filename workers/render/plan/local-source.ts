import type { ProbedSource } from '../ports/media-probe.js';

/** A source on the local disk. */
export interface LocalSource {
  readonly path: string;
  readonly probed: ProbedSource;
}
