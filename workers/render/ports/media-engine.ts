import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { EncoderFailure, RunOptions } from './media-encoder.js';

/** A file that is decoded. */
export interface ComposeInput {
  /** A client's `Source`, to which the limits of sources apply, or an `Intermediate` that this service made. */
  readonly _tag: 'Source' | 'Intermediate';
  readonly path: string;
  /** The name of its demuxer; absent: found by its content. */
  readonly format?: string;
  /** The name of its decoder; absent: the usual one of the codec. */
  readonly decoder?: string;
  /** Options of the demuxer and the decoder, by name. */
  readonly options?: Readonly<Record<string, string>>;
  /** Where it is opened, in seconds from its start: at the key frame before. Absent: at its start. */
  readonly seek?: number;
  /** Added to its times, in seconds. */
  readonly delay?: number;
  /** Which second of it, counted from where it is opened, is shown first, and at which second of the piece. Default: 0. */
  readonly shown?: { readonly from: number; readonly at: number };
  /** The files that it names, if it is a list. */
  readonly files?: ReadonlyArray<string>;
}

/** How frames are encoded, with options of the encoder and the container by name. */
export interface ComposeEncoding {
  readonly encoder: string;
  readonly encoderOptions: Readonly<Record<string, string>>;
  /** Absent: the one that the encoder takes and the frames are nearest to. */
  readonly pixelFormat?: string;
  /** The distance of key frames that the encoder does not choose, in frames; absent: it chooses all. */
  readonly keyFrameEvery?: number;
  readonly format: string;
  readonly formatOptions: Readonly<Record<string, string>>;
}

/** A file that is written. */
export interface ComposeOutput extends ComposeEncoding {
  /** The label of the filter graph that it shows, with brackets. */
  readonly label: string;
  /** How many frames it has at most. */
  readonly frames: number;
  readonly path: string;
}

/** What is composed: inputs, a filter graph that names them `[NUMBER:v]` or `[NUMBER:STREAM]`, and outputs. */
export interface ComposeRequest {
  readonly inputs: ReadonlyArray<ComposeInput>;
  readonly graph: string;
  /** Progress counts the frames of the last. */
  readonly outputs: ReadonlyArray<ComposeOutput>;
  /** Whether it fails if a decoder reports any damage, instead of repairing what it can. */
  readonly isStrict?: boolean;
}

export interface ComposeOptions extends RunOptions {
  /** The folder of the render. */
  readonly folder: string;
  /** A series of previews whose processes compose one after the other; absent: they compose for this render only. */
  readonly series?: string;
}

/**
 * Composes frames, and encodes them. What is open for a piece stays open for the next one of its render, whose bytes do
 * not depend on that.
 */
export interface MediaEngine {
  /** The version of FFmpeg's libraries. */
  readonly version: string;
  readonly compose: (request: ComposeRequest, options: ComposeOptions) => TaskEither<EncoderFailure, void>;
}
