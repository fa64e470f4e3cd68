import type { FramesToHash } from '../../../application/ports/file-inspector.js';

/** A file of a client whose streams and frames are hashed. */
export interface InspectJob {
  readonly type: 'inspect';
  readonly path: string;
  /** The limits of its demuxer and its decoder, by name. */
  readonly options: Readonly<Record<string, string>>;
  readonly frames: FramesToHash;
}
