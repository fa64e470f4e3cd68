import type { CheckProblem } from '../../../../application/ports/previews.js';
import type { SourceOrigin } from '../../plan/source-uses.js';
import { type FailureCause, recordedFailure } from '../../../../domain/render/failure-cause.js';

type DownloadFailed = Extract<FailureCause, { readonly _tag: 'DownloadFailed' }>;

/** The remedy for a source that can't be downloaded. An asset is the only one that has no host. */
const downloadRemedy = ({ host, httpStatus, retryable }: DownloadFailed): string => {
  if (httpStatus === 401 || httpStatus === 403)
    return 'Use a link that needs no credentials, such as a signed one that has not expired.';
  if (retryable) return 'Check that the server of the source works, and try again.';
  if (httpStatus !== undefined) return 'Correct the address.';
  if (host === undefined) return 'Upload the file again, and name the new asset.';
  return 'Use an address that can be reached from the internet. The operator of the service can allow private ones.';
};

const remedyOf = (cause: FailureCause): string => {
  switch (cause._tag) {
    case 'DownloadFailed':
      return downloadRemedy(cause);
    case 'SourceUnusable':
      return cause.stage === 'probe'
        ? 'Use a file of the right kind with a supported codec, such as an MP4 with H.264 and AAC, a PNG or an MP3.'
        : 'Replace the file with one that is not damaged.';
    case 'LimitExceeded':
      return 'Use a smaller or shorter file.';
    case 'DrawingFailed':
      return 'Change the clip.';
    case 'TimedOut':
      return 'Check again later.';
    case 'TranscriptionFailed':
    case 'WordsTooLarge':
    case 'EncodingFailed':
    case 'StorageFailed':
    case 'DiskFull':
    case 'Stopped':
    case 'WorkersLost':
      return 'Try again.';
  }
};

/** The problem for the cause of a failed render. @param from the origin of the source that it concerns */
export const problemOf = (cause: FailureCause, path: string, from?: SourceOrigin): CheckProblem => ({
  severity: 'error',
  path,
  message: recordedFailure(cause).message,
  remedy:
    from?._tag === 'Speech' && cause._tag === 'DownloadFailed'
      ? cause.retryable
        ? 'Try again; the operator of the service can see why speech fails.'
        : 'Change the text or the voice, or use a recording as the source.'
      : remedyOf(cause),
});

/** A problem with which a render succeeds, but perhaps not as intended. */
export const warning = (path: string, message: string, remedy: string): CheckProblem => ({
  severity: 'warning',
  path,
  message,
  remedy,
});
