import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';

/** An input of an ffmpeg command, which this service made, with the options before it. */
interface MediaInput {
  readonly path: string;
  readonly options: ReadonlyArray<string>;
}

/** One run of ffmpeg: no shell, no user text. */
export interface MediaCommand {
  readonly inputs: ReadonlyArray<MediaInput>;
  readonly filterGraph: string | undefined;
  readonly outputOptions: ReadonlyArray<string>;
  /** A path, or `-` for none. */
  readonly output: string;
  /** Whether it encodes with hardware, and must see its devices. */
  readonly usesHardware?: true;
}

/** Why a run of ffmpeg failed, in general terms: the caller knows its purpose. */
export type EncoderFailure = Extract<
  FailureCause,
  { readonly _tag: 'EncodingFailed' | 'LimitExceeded' | 'Stopped' }
>;

/** Carries the failure of a run whose output is read. */
export class EncoderError extends Error {
  override readonly cause: EncoderFailure;

  constructor(cause: EncoderFailure) {
    super(cause._tag);
    this.cause = cause;
  }
}

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Called with the number of frames encoded so far. */
  readonly onFrames?: (frames: number) => void;
}

/** For whom a process works. */
export interface EngineOptions {
  readonly signal: AbortSignal;
  /** The folder of the render. */
  readonly folder: string;
  /** A series of previews whose processes work one after the other; absent: they work for this render only. */
  readonly series?: string;
}

/** Runs ffmpeg. */
export interface MediaEncoder {
  /** The version of ffmpeg; undefined: this machine has none. */
  readonly version: () => Promise<string | undefined>;
  /** Creates a named pipe at a path, in a new folder, that a run may read. */
  readonly makePipe: (path: string) => Promise<void>;
  readonly run: (command: MediaCommand, options: RunOptions) => TaskEither<EncoderFailure, void>;
}
