import type { Clip } from '../composition/clip.js';
import type { Output } from '../composition/format/output.js';
import type { OwnerId, RenderId } from '../ids.js';
import type {
  CaptionLanguageCode,
  Provenance,
  RenderFailure,
  RenderOutput,
  RenderPriority,
  VideoSnapshot,
} from './events.js';
import type { Fingerprint } from './fingerprint.js';

interface OnRender {
  readonly renderId: RenderId;
  /** ISO 8601 */
  readonly at: string;
}

export interface RequestRender extends OnRender {
  readonly type: 'RequestRender';
  readonly ownerId: OwnerId;
  readonly video: VideoSnapshot;
  readonly autoGenerateCaptionWords: boolean;
  readonly captionLanguageCode: CaptionLanguageCode;
  /** Default: `normal`. */
  readonly priority?: RenderPriority | undefined;
  readonly output?: ReadonlyArray<Output>;
  /** The values that a template was filled with; `video` is the filled one. */
  readonly merge?: Readonly<Record<string, unknown>>;
}

/** A worker takes the render, possibly from a worker that was lost. */
export interface StartRender extends OnRender {
  readonly type: 'StartRender';
  readonly workerId: string;
}

export interface RecordCaptionWords extends OnRender {
  readonly type: 'RecordCaptionWords';
  readonly attempt: number;
  readonly clips: ReadonlyArray<Clip>;
  readonly wordCount: number;
  readonly recogniser: string;
}

export interface CompleteRender extends OnRender {
  readonly type: 'CompleteRender';
  readonly attempt: number;
  readonly output: RenderOutput;
  readonly provenance: Provenance;
  readonly fingerprint?: Fingerprint;
}

export interface FailRender extends OnRender {
  readonly type: 'FailRender';
  readonly attempt: number;
  readonly failure: RenderFailure;
}

export interface CancelRender extends OnRender {
  readonly type: 'CancelRender';
  readonly ownerId: OwnerId;
}

export type RenderCommand =
  RequestRender | StartRender | RecordCaptionWords | CompleteRender | FailRender | CancelRender;
