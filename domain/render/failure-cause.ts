import type { RenderFailure, RenderStage } from './events.js';

/**
 * Why a render can't be finished: the one type for it, from the download of a source to the event that records it.
 * Adapters turn their own errors into it. A `message` is in words for the client: no path, secret or stack. `clip` is
 * like `clips[3]`.
 */
export type FailureCause =
  | {
      readonly _tag: 'DownloadFailed';
      readonly message: string;
      /** Whether the same render could succeed at another time. */
      readonly retryable: boolean;
      readonly clip?: string;
      readonly host?: string;
      readonly httpStatus?: number;
    }
  /** A source that was downloaded can't be used, whatever is tried. */
  | {
      readonly _tag: 'SourceUnusable';
      readonly stage: 'probe' | 'decode';
      readonly message: string;
      readonly clip?: string;
    }
  /** A program wanted more time, memory or disk space than a render may use. */
  | {
      readonly _tag: 'LimitExceeded';
      readonly stage: RenderStage;
      readonly message: string;
      readonly clip?: string;
    }
  | {
      readonly _tag: 'TranscriptionFailed';
      readonly message: string;
      readonly retryable: boolean;
      readonly httpStatus?: number;
    }
  /** The event with the transcribed words would have more than `mostBytes`. */
  | { readonly _tag: 'WordsTooLarge'; readonly wordCount: number; readonly mostBytes: number }
  | { readonly _tag: 'DrawingFailed'; readonly message: string; readonly clip?: string }
  | { readonly _tag: 'EncodingFailed'; readonly message: string; readonly retryable: boolean }
  | { readonly _tag: 'StorageFailed' }
  | { readonly _tag: 'DiskFull' }
  /** Each of so many workers was lost during its attempt. */
  | { readonly _tag: 'WorkersLost'; readonly attempts: number }
  /** `host` and `clip` are those of a download that was under way. */
  | {
      readonly _tag: 'TimedOut';
      readonly doing: 'downloads' | 'render';
      readonly afterMs: number;
      readonly clip?: string;
      readonly host?: string;
    }
  /** The worker was told to stop. */
  | { readonly _tag: 'Stopped' };

/** Carries a cause through code that is written with `await`. */
export class RenderError extends Error {
  override readonly cause: FailureCause;

  constructor(cause: FailureCause) {
    super(recordedFailure(cause).message);
    this.cause = cause;
  }
}

/** The cause with the clip that it concerns, where it concerns one. */
export const atClip = (cause: FailureCause, clip: string): FailureCause => {
  switch (cause._tag) {
    case 'DownloadFailed':
    case 'SourceUnusable':
    case 'LimitExceeded':
    case 'DrawingFailed':
    case 'TimedOut':
      return { ...cause, clip };
    case 'TranscriptionFailed':
    case 'EncodingFailed':
    case 'StorageFailed':
    case 'DiskFull':
    case 'Stopped':
    case 'WordsTooLarge':
    case 'WorkersLost':
      return cause;
  }
};

/** What the event of a failed render records, and clients are told. */
export const recordedFailure = (cause: FailureCause): RenderFailure => {
  switch (cause._tag) {
    case 'DownloadFailed':
      return { ...untagged(cause), stage: 'download' };
    case 'SourceUnusable':
    case 'LimitExceeded':
      return { ...untagged(cause), retryable: false };
    case 'TranscriptionFailed':
      return { ...untagged(cause), stage: 'transcribe' };
    case 'DrawingFailed':
      return { ...untagged(cause), stage: 'compose', retryable: false };
    case 'EncodingFailed':
      return { ...untagged(cause), stage: 'encode' };
    case 'StorageFailed':
      return { stage: 'store', message: 'the finished video could not be stored', retryable: true };
    case 'DiskFull':
      return { stage: 'worker', message: 'the worker’s disk is full', retryable: true };
    case 'TimedOut':
      return timedOut(cause);
    case 'Stopped':
      return { stage: 'worker', message: 'the render was stopped', retryable: true };
    case 'WordsTooLarge':
      return {
        stage: 'transcribe',
        message: `the video with its ${cause.wordCount} transcribed words exceeds ${cause.mostBytes} bytes`,
        retryable: false,
      };
    case 'WorkersLost':
      return {
        stage: 'worker',
        message: `the render was abandoned: ${cause.attempts} workers were lost while rendering it`,
        retryable: true,
      };
  }
};

const untagged = <C extends FailureCause>({ _tag, ...rest }: C): Omit<C, '_tag'> => rest;

/** Another worker may download faster; a render that is too slow here is too slow anywhere. */
const timedOut = ({
  doing,
  afterMs,
  clip,
  host,
}: Extract<FailureCause, { _tag: 'TimedOut' }>): RenderFailure => {
  const seconds = afterMs / 1000;
  if (doing === 'render')
    return { stage: 'worker', message: `the render took longer than ${seconds} s`, retryable: false };
  return {
    stage: 'download',
    message: `fetching the sources of the render took longer than ${seconds} s`,
    retryable: true,
    ...(clip === undefined ? {} : { clip }),
    ...(host === undefined ? {} : { host }),
  };
};
