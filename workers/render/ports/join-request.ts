import { array, nullable, record } from '../../../domain/codec/containers.js';
import { number, string } from '../../../domain/codec/scalars.js';
import type { FrameRate } from '../../../domain/composition/timeline.js';
import type { ByteRange } from '../h264/bytes.js';

/** Containers for encoded streams; `m4a` has no picture. */
export type JoinFormat = 'mp4' | 'mov' | 'webm' | 'hls' | 'm4a';

/** Captions that become a subtitle track of a video. */
export interface SubtitleTrack {
  /** ISO 639-2. */
  readonly language: string;
  /** In order of time, in whole ms. For WebM, the text is that of a WebVTT cue. */
  readonly cues: ReadonlyArray<{ readonly start: number; readonly end: number; readonly text: string }>;
}

/** A frame of a source that is copied. Frames are stored in decoding order. */
export interface CopiedFrame {
  /** Where its slices are in the source, each with its length before it. */
  readonly slices: ReadonlyArray<ByteRange>;
  readonly isKey: boolean;
  /** When it is shown, in frames after the first. */
  readonly frameNumber: number;
}

/** Frames that are copied from a source. */
export interface CopiedStretch {
  readonly source: string;
  /** The path of a JSON file with an array of {@link CopiedFrame}. */
  readonly frames: string;
}

/** An encoded piece of a video. */
export interface JoinedPiece {
  /** A file that holds the headers and, unless they are copied, the frames. */
  readonly path: string;
  readonly copied?: CopiedStretch | undefined;
  /** Whether to hash its key frames, for a fingerprint. */
  readonly hashesKeyFrames: boolean;
}

/** The picture of a video, in encoded pieces. */
export interface JoinedPieces {
  /** Their frames last equally long, and all pieces have the same headers. */
  readonly pieces: ReadonlyArray<JoinedPiece>;
  readonly rate: FrameRate;
}

/** Silence to be written as AAC: the samples of each channel, and the bit rate that the file states, in bit/s. */
export interface Silence {
  readonly samples: number;
  readonly bitRate: number;
}

/** A request to put encoded streams into one file. */
export interface JoinRequest {
  readonly format: JoinFormat;
  readonly picture?: JoinedPieces;
  /** The path of a file, or silence. */
  readonly sound: string | Silence;
  readonly subtitles?: SubtitleTrack | undefined;
  readonly output: string;
  /** The path of the file for the segments of a playlist. */
  readonly segments?: string | undefined;
}

/** The key frames of a piece, counted from its first frame, and their hashes. */
export const PieceFrames = record({ frames: array(number()), hashes: array(string()) });
export type PieceFrames = ReturnType<typeof PieceFrames.encode>;

/** Facts about streams, found while they were joined. */
export const JoinedFile = record({
  /** The number of frames of the picture. */
  frames: number(),
  /** SHA-256 of the picture's stream, as a file inspector computes it; null if it does not hash such a stream. */
  picture: nullable(string()),
  /** The same for the sound. */
  sound: nullable(string()),
  /** The key frames of each piece; null if they were not requested. */
  pieces: array(nullable(PieceFrames)),
});
export type JoinedFile = ReturnType<typeof JoinedFile.encode>;
