import type { FailureCause } from '../../../domain/render/failure-cause.js';
import { ServerError } from '../openai/ask-server.js';

/** Why a text could not be spoken. An unexpected error gets a general message, and may be retried. */
export const speechFailure = (error: unknown): FailureCause => ({
  _tag: 'DownloadFailed',
  ...(error instanceof ServerError
    ? { message: error.message, ...error.circumstances }
    : { message: 'the text could not be spoken', retryable: true }),
});
