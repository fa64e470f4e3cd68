import type { RenderFailure, RenderStage } from './render-failure.js';

/**
 * Why a render fails: the only type of failure from the download of a source to the event that records it. Adapters
 * convert their own errors to it. A `message` is for the client: no path, secret or stack. `clip` is like `clips[3]`.
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
      /** Whether the worker could not store the source: the source is not to blame. */
      readonly atWorker?: true;
    }
  /** A downloaded source is permanently unusable. */
  | {
      readonly _tag: 'SourceUnusable';
      readonly stage: 'probe' | 'decode';
      readonly message: string;
      readonly clip?: string;
    }
  /** A program exceeded its limit of time, memory or disk space. */
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
  /** The event with the transcribed words would have more than `maxBytes`. */
  | { readonly _tag: 'WordsTooLarge'; readonly wordCount: number; readonly maxBytes: number }
  | { readonly _tag: 'DrawingFailed'; readonly message: string; readonly clip?: string }
  | { readonly _tag: 'EncodingFailed'; readonly message: string; readonly retryable: boolean }
  | { readonly _tag: 'StorageFailed' }
  | { readonly _tag: 'DiskFull' }
  /** `attempts` attempts ended without a result, the last one while `clips` were rendered. */
  | { readonly _tag: 'WorkersLost'; readonly attempts: number; readonly clips: ReadonlyArray<string> }
  /** `host` and `clip` name a download in progress. */
  | {
      readonly _tag: 'TimedOut';
      readonly doing: 'downloads' | 'render';
      readonly afterMs: number;
      readonly clip?: string;
      readonly host?: string;
    }
  /** The worker was told to stop. */
  | { readonly _tag: 'Stopped' };

/** Carries a cause through `async` code. */
export class RenderError extends Error {
  override readonly cause: FailureCause;

  constructor(cause: FailureCause) {
    super(recordedFailure(cause).message);
    this.cause = cause;
  }
}

/** @param retryable whether the same render could succeed at another time */
export const encodingFailed = (
  message: string,
  retryable = false,
): Extract<FailureCause, { readonly _tag: 'EncodingFailed' }> => ({
  _tag: 'EncodingFailed',
  message,
  retryable,
});

/** @param stage at which the source turned out to be unusable */
export const unusableSource = (
  stage: 'probe' | 'decode',
  message: string,
  clip?: string,
): Extract<FailureCause, { readonly _tag: 'SourceUnusable' }> => ({
  _tag: 'SourceUnusable',
  stage,
  message,
  ...(clip === undefined ? {} : { clip }),
});

/** The error of a clip, or of something else of the video, that cannot be drawn. */
export const notDrawable = (message: string, clip?: string): RenderError =>
  new RenderError({ _tag: 'DrawingFailed', message, ...(clip === undefined ? {} : { clip }) });

/** The cause with a clip, if its type has one. */
export const withClip = (cause: FailureCause, clip: string): FailureCause => {
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

/** The failure as recorded in the event and shown to clients. */
export const recordedFailure = (cause: FailureCause): RenderFailure => {
  switch (cause._tag) {
    case 'DownloadFailed':
      return notDownloaded(cause);
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
      return { stage: 'store', message: 'the object storage could not be read or written', retryable: true };
    case 'DiskFull':
      return { stage: 'worker', message: 'the worker’s disk is full', retryable: true };
    case 'TimedOut':
      return timedOut(cause);
    case 'Stopped':
      return { stage: 'worker', message: 'the render was stopped', retryable: true };
    case 'WordsTooLarge':
      return {
        stage: 'transcribe',
        message: `the video with its ${cause.wordCount} transcribed words exceeds ${cause.maxBytes} bytes`,
        retryable: false,
      };
    case 'WorkersLost':
      return workersLost(cause);
  }
};

const notDownloaded = ({
  _tag,
  atWorker,
  ...rest
}: Extract<FailureCause, { _tag: 'DownloadFailed' }>): RenderFailure => ({
  ...rest,
  stage: atWorker ? 'worker' : 'download',
});

const workersLost = ({ attempts, clips }: Extract<FailureCause, { _tag: 'WorkersLost' }>): RenderFailure => {
  const abandoned = `the render was abandoned: ${attempts} attempts ended without a result`;
  const [clip, ...others] = clips;
  return {
    stage: 'worker',
    message:
      others.length === 0 ? abandoned : `${abandoned}, the last one while ${clips.join(', ')} were rendered`,
    retryable: true,
    ...(clip === undefined || others.length > 0 ? {} : { clip }),
  };
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
