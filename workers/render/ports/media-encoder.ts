import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** An input of an ffmpeg command, with the options that stand before it. */
export interface MediaInput {
  readonly path: string;
  readonly options: ReadonlyArray<string>;
}

/** One run of ffmpeg: no shell, no user text. */
export interface MediaCommand {
  readonly inputs: ReadonlyArray<MediaInput>;
  readonly filterGraph: string | undefined;
  readonly outputOptions: ReadonlyArray<string>;
  /** A path, or `pipe:1`. */
  readonly output: string;
  /** Whether the output is a named pipe, alone in its folder. */
  readonly outputIsPipe?: boolean;
}

/** Why a run of ffmpeg failed; `detail` may hold paths: for logs, never for clients. */
export interface MediaFault {
  readonly _tag: 'Aborted' | 'Failed' | 'LimitExceeded';
  readonly detail: string;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  /** How many frames are encoded by now. */
  readonly onFrames?: (frames: number) => void;
}

/** Runs ffmpeg. */
export interface MediaEncoder {
  /** Name and version of ffmpeg. */
  readonly version: () => Promise<string>;
  readonly run: (command: MediaCommand, options: RunOptions) => TaskEither<MediaFault, void>;
  /** Runs a command whose output is `pipe:1`: its bytes, as they come. Throws a `MediaFault`. */
  readonly read: (command: MediaCommand, options: RunOptions) => AsyncIterable<Uint8Array>;
  /** Runs a command one of whose inputs is `pipe:0`, fed with `bytes`. */
  readonly write: (
    command: MediaCommand,
    bytes: AsyncIterable<Uint8Array>,
    options: RunOptions,
  ) => TaskEither<MediaFault, void>;
}
