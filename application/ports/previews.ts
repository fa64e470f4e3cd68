import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Composition } from '../../domain/composition/composition.js';
import type { RenderFailure } from '../../domain/render/events.js';
import type { StillFormat } from '../../domain/render/still-format.js';

/** The frame of a composition that shows at `ms`. */
export interface FrameRequest {
  readonly composition: Composition;
  readonly ms: number;
  readonly format: StillFormat;
  /** Scales the frame down to this width (px). */
  readonly width?: number;
}

/** Why a preview could not be made. */
export type PreviewFailure =
  /** The video ends at `durationMs`. */
  | { readonly _tag: 'FrameOutsideVideo'; readonly durationMs: number }
  | { readonly _tag: 'FrameNotDrawn'; readonly failure: RenderFailure }
  /** No render worker is connected, all are busy, or the one that took the request was lost. */
  | { readonly _tag: 'NoWorkerAvailable' }
  | { readonly _tag: 'PreviewTooLarge' };

/** Draws parts of compositions on demand, with the code that renders them. */
export interface Previews {
  /** The encoded frame. PNG without `width` is lossless. The work ends when the signal aborts. */
  readonly frame: (request: FrameRequest, signal: AbortSignal) => TaskEither<PreviewFailure, Uint8Array>;
}
