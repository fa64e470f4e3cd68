import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Clip } from '../../domain/composition/clip.js';
import type { RenderId } from '../../domain/ids.js';
import type { Provenance, RenderFailure, RenderOutput } from '../../domain/render/events.js';
import type { Fingerprint } from '../../domain/render/fingerprint.js';
import type { RenderRefusal } from '../../domain/render/refusals.js';
import type { RenderState } from '../../domain/render/render.js';
import type { Fault } from './fault.js';

type Recorded = TaskEither<RenderRefusal | Fault, RenderState>;

/** The clips after transcription, as they are rendered. */
export interface TranscribedClips {
  readonly clips: ReadonlyArray<Clip>;
  readonly wordCount: number;
  /** Name and version of the recogniser. */
  readonly recogniser: string;
}

/** Records what a worker does. A refusal means that the render no longer belongs to this worker. */
export interface RenderOutcomes {
  readonly current: (renderId: RenderId) => TaskEither<Fault, RenderState>;
  /** Takes the render; the state contains the number of this worker's attempt. */
  readonly start: (renderId: RenderId) => Recorded;
  readonly captionWords: (renderId: RenderId, attempt: number, transcribed: TranscribedClips) => Recorded;
  readonly complete: (
    renderId: RenderId,
    attempt: number,
    output: RenderOutput,
    provenance: Provenance,
    fingerprint?: Fingerprint,
  ) => Recorded;
  readonly fail: (renderId: RenderId, attempt: number, failure: RenderFailure) => Recorded;
}
