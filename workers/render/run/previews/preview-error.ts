import type { PreviewFailure } from '../../../../application/ports/previews.js';

/** Ends the making of a preview with what its client is told. */
export class PreviewError extends Error {
  readonly failure: PreviewFailure;

  constructor(failure: PreviewFailure) {
    super(failure._tag);
    this.failure = failure;
  }
}
