import * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';
import { stored } from '../codec/stored.js';

// Why a render failed, as its events record it. Stored forever.

export const RenderStage = oneOf(
  'download',
  'probe',
  'decode',
  'transcribe',
  'compose',
  'encode',
  'store',
  'worker',
);
export type RenderStage = t.TypeOf<typeof RenderStage>;

/**
 * Why a render failed, worded for the client: no path, secret or stack. `clip` is like `clips[3]`; `retryable` says
 * whether the same render could succeed later.
 */
export const RenderFailure = stored(
  { stage: RenderStage, message: t.string, retryable: t.boolean },
  { clip: t.string, host: t.string, httpStatus: t.number },
);
export type RenderFailure = t.TypeOf<typeof RenderFailure>;
