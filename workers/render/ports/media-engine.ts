import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { EncoderFailure, MediaCommand, RunOptions } from './media-encoder.js';

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
  /** Runs a command that has a filter graph; it is data for the engine, which is no command line. */
  readonly compose: (command: MediaCommand, options: ComposeOptions) => TaskEither<EncoderFailure, void>;
}
