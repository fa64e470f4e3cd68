import type { RenderFailure } from '../../../domain/render/events.js';

/** Why words could not be transcribed, in words for the client: no path, address or secret. */
export class TranscriptionFailed extends Error {
  readonly retryable: boolean;
  readonly httpStatus: number | undefined;

  constructor(message: string, options: { readonly retryable: boolean; readonly httpStatus?: number }) {
    super(message);
    this.retryable = options.retryable;
    this.httpStatus = options.httpStatus;
  }
}

/** A caught error as the failure of a render; anything unforeseen is told in general words and may be retried. */
export const asRenderFailure = (error: unknown): RenderFailure =>
  error instanceof TranscriptionFailed
    ? {
        stage: 'transcribe',
        message: error.message,
        retryable: error.retryable,
        ...(error.httpStatus === undefined ? {} : { httpStatus: error.httpStatus }),
      }
    : { stage: 'transcribe', message: 'the sound could not be transcribed', retryable: true };
