import { type FailureCause, RenderError } from '../../../domain/render/failure-cause.js';

/** What is thrown when words can't be transcribed. @param message for the client: no path, address or secret */
export const transcriptionFailed = (
  message: string,
  circumstances: { readonly retryable: boolean; readonly httpStatus?: number },
): RenderError => new RenderError({ _tag: 'TranscriptionFailed', message, ...circumstances });

/** Why a transcription failed. Anything unforeseen is told in general words and may be retried. */
export const transcriptionFailure = (error: unknown): FailureCause =>
  error instanceof RenderError
    ? error.cause
    : { _tag: 'TranscriptionFailed', message: 'the sound could not be transcribed', retryable: true };
