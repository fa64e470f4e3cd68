import type { FrameRate } from '../../../domain/composition/timeline.js';

/** Containers that take encoded streams; `m4a` has no picture. */
export type JoinFormat = 'mp4' | 'mov' | 'webm' | 'hls' | 'm4a';

/** Captions that become a track of a video. */
export interface SubtitleTrack {
  /** ISO 639-2. */
  readonly language: string;
  /** In order of time, which is in whole ms; the text of WebM is that of a WebVTT cue. */
  readonly cues: ReadonlyArray<{ readonly start: number; readonly end: number; readonly text: string }>;
}

/** A picture in pieces. */
export interface JoinedPieces {
  /** Each has frames of equal length, and the same headers as the others. */
  readonly pieces: ReadonlyArray<{
    readonly path: string;
    /** Whether its key frames are hashed for a fingerprint. */
    readonly hashesKeyFrames: boolean;
  }>;
  readonly rate: FrameRate;
}

/** Silence in the form of AAC: the samples of each channel, and the bit rate that it states, in bit/s. */
export interface Silence {
  readonly samples: number;
  readonly bitRate: number;
}

/** Encoded streams that become one file. */
export interface JoinRequest {
  readonly format: JoinFormat;
  readonly picture?: JoinedPieces;
  /** A file. */
  readonly sound: string | Silence;
  readonly subtitles?: SubtitleTrack | undefined;
  readonly output: string;
  /** Where the segments of a playlist are put. */
  readonly segments?: string | undefined;
}

/** The key frames of a piece, counted from its first frame, and their hashes. */
export interface PieceFrames {
  readonly frames: ReadonlyArray<number>;
  readonly hashes: ReadonlyArray<string>;
}

/** What was found in streams while they were joined. */
export interface JoinedFile {
  /** How many frames the picture has. */
  readonly frames: number;
  /** SHA-256 of the stream of the picture, as a file inspector finds it; null for what it does not hash. */
  readonly picture: string | null;
  /** That of the sound. */
  readonly sound: string | null;
  /** The key frames of each piece; null where they were not requested. */
  readonly pieces: ReadonlyArray<PieceFrames | null>;
}
