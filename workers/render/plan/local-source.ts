import type { ProbedSource } from '../ports/media-probe.js';

export interface LocalSource {
  readonly path: string;
  readonly probed: ProbedSource;
}
