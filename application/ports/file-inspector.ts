import type { Fingerprint } from '../../domain/render/fingerprint.js';
import type { Presentation, StreamHash } from '../../domain/render/render-output.js';

/** The properties that identify a media file in any container. */
export interface InspectedFile {
  /** The hashes of its first video and its first audio stream; none for codecs that outputs do not have. */
  readonly streams: ReadonlyArray<StreamHash>;
  readonly fingerprint: Fingerprint;
  /** Read only from MP4 and MOV files that are not fragmented; else absent. */
  readonly presentation?: Presentation;
}

/**
 * The frames of a fingerprint: key frames, which cost little, or ten frames a second, which can be compared with the key
 * frames of another encoding.
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
