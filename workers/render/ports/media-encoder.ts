import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';

/** An input of an ffmpeg command, made by this service, and the options before it. */
interface MediaInput {
  readonly path: string;
  readonly options: ReadonlyArray<string>;
}

/** One run of ffmpeg: no shell, no user text. */
export interface MediaCommand {
  readonly inputs: ReadonlyArray<MediaInput>;
  readonly filterGraph: string | undefined;
  readonly outputOptions: ReadonlyArray<string>;
  /** A path, or `-` for no file. */
  readonly output: string;
  /** It encodes with hardware, so the process must have access to the devices. */
  readonly usesHardware?: true;
}

/** Why a run of ffmpeg failed, in general terms; the caller knows what it was for. */
export type EncoderFailure = Extract<
  FailureCause,
  { readonly _tag: 'EncodingFailed' | 'LimitExceeded' | 'Stopped' }
>;

/** The message of a failure of which nothing else is known. */
export const ENGINE_ENDED = 'the process that worked on it ended twice without a result';

/**
 * The failure of a step that needed an encoder or an engine.
 * @param failed the failure if it is not that of a limit, and the step was not stopped
 * @param exceeded what is said of an exceeded limit
 */
export const failureOfStep = <Failed extends FailureCause>(
  failure: EncoderFailure,
  failed: Failed,
  exceeded: Pick<Extract<FailureCause, { readonly _tag: 'LimitExceeded' }>, 'stage' | 'message' | 'clip'>,
): Failed | EncoderFailure => {
  if (failure._tag === 'EncodingFailed')
    return failure.message === ENGINE_ENDED ? { ...failed, message: ENGINE_ENDED } : failed;
  return failure._tag === 'LimitExceeded' ? { ...failure, ...exceeded } : failure;
};

/** Carries an {@link EncoderFailure} as an exception. */
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

/** The render that a process works for. */
export interface EngineOptions {
  readonly signal: AbortSignal;
  readonly folder: string;
  /** A series of previews that share processes, one after the other; absent: processes work for this render only. */
  readonly series?: string;
}

export interface MediaEncoder {
  /** The version of ffmpeg; undefined if this machine has none. */
  readonly version: () => Promise<string | undefined>;
  /** Creates a named pipe at a path, in a new folder, from which a run may read. */
  readonly makePipe: (path: string) => Promise<void>;
  readonly run: (command: MediaCommand, options: RunOptions) => TaskEither<EncoderFailure, void>;
}
