import type { Fingerprint } from '../../domain/render/fingerprint.js';
import type { Presentation, StreamHash } from '../../domain/render/render-output.js';

/** What identifies a media file in any container. */
export interface InspectedFile {
  /** The hashes of its first video and its first audio stream; none if its codecs are not those of outputs. */
  readonly streams: ReadonlyArray<StreamHash>;
  readonly fingerprint: Fingerprint;
  /** What players use besides; absent where it cannot be read: it is read of MP4 and MOV that are not fragmented. */
  readonly presentation?: Presentation;
}

/**
 * Which frames a fingerprint has: the key frames, which costs little, or ten frames a second, with which the key frames
 * of another encoding can be compared.
 */
export type FramesToHash = 'key' | 'ten-per-second';

/** Inspects media files, which may be hostile. */
export interface FileInspector {
  /**
   * Hashes the streams and frames of a file.
   * @returns undefined if the file is not media that can be read within the limits
   */
  readonly inspect: (
    path: string,
    frames: FramesToHash,
    signal: AbortSignal,
  ) => Promise<InspectedFile | undefined>;
}
