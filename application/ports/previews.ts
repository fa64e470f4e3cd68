import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Composition } from '../../domain/composition/composition.js';
import type { RenderFailure } from '../../domain/render/render-failure.js';
import type { OwnerId } from '../../domain/ids.js';
import type { StillFormat } from '../../domain/render/still-format.js';
import type { CheckProblemRecord } from '../records/check-record.js';
import type { Party } from '../permits/permit-counts.js';
import type { MediaRecord } from '../records/media-record.js';

/** The frame of a composition that shows at `ms`. */
export interface FrameRequest {
  readonly composition: Composition;
  readonly ms: number;
  readonly format: StillFormat;
  /** Scales the frame down to this width (px). */
  readonly width?: number;
}

/** A request for the data with which a browser plays a video. */
export interface PlaybackRequest {
  readonly composition: Composition;
  /** The part whose pictures are requested, ms. The sound is always of the whole video. */
  readonly seen: { readonly from: number; readonly to: number };
  readonly withSound: boolean;
}

/** A request for a small version of a video. */
export interface ProxyRequest {
  readonly composition: Composition;
  /** The key under which it is stored among the assets. */
  readonly key: string;
  readonly owner: OwnerId;
}

/** Why a preview could not be made. */
export type PreviewFailure =
  /** The video ends at `durationMs`. */
  | { readonly _tag: 'FrameOutsideVideo'; readonly durationMs: number }
  | { readonly _tag: 'FrameNotDrawn'; readonly failure: RenderFailure }
  /** No render worker is connected, all are busy, or the one that took the request was lost. */
  | { readonly _tag: 'NoWorkerAvailable' }
  | { readonly _tag: 'PreviewTooLarge' };

/** The properties of a source, found by reading it. */
export type SourceFacts = MediaRecord;

/** A problem that would make a render fail, or differ from what was intended. */
export type CheckProblem = CheckProblemRecord;

export interface CompositionCheck {
  /** In the order of the document. */
  readonly problems: ReadonlyArray<CheckProblem>;
  /** The work of its render, in megapixel-frames. */
  readonly work: number;
  /** How long a render may take once its sources are fetched, in s. */
  readonly mostSeconds: number;
}

/** Time limits of a preview in ms: until a worker takes it, for fetching its sources, and for making it. */
export const PREVIEW_TIMES = { waiting: 10_000, fetching: 20_000, making: 30_000 } as const;

/**
 * Draws parts of compositions on demand, with the code that renders them. Parties (`by`) share the workers fairly. Cached
 * drawings of an owner are reused only for the same owner, and never without a party.
 */
export interface Previews {
  /** The encoded frame. PNG without `width` is lossless. The work ends when the signal aborts. */
  readonly frame: (
    request: FrameRequest,
    signal: AbortSignal,
    by?: Party,
  ) => TaskEither<PreviewFailure, Uint8Array>;
  /** The data with which a browser plays it: its scene, rasters and mix. */
  readonly playback: (
    request: PlaybackRequest,
    signal: AbortSignal,
    by?: Party,
  ) => TaskEither<PreviewFailure, Uint8Array>;
  /** Checks a composition by reading all its sources and laying out its texts. */
  readonly check: (
    composition: Composition,
    signal: AbortSignal,
    by?: Party,
  ) => TaskEither<PreviewFailure, CompositionCheck>;
  /** Stores a small version of a video, with a key frame every half second; takes as long as it needs. */
  readonly proxy: (
    request: ProxyRequest,
    signal: AbortSignal,
    by?: Party,
  ) => TaskEither<PreviewFailure, void>;
  /** The properties of a source; fails if no clip could show or play it. */
  readonly media: (url: string, signal: AbortSignal, by?: Party) => TaskEither<PreviewFailure, SourceFacts>;
}
