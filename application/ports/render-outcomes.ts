import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Clip } from '../../domain/composition/clips/clip.js';
import type { RenderId } from '../../domain/ids.js';
import type { LastReport } from '../../domain/render/commands.js';
import type { Provenance, RenderOutput } from '../../domain/render/render-output.js';
import type { RenderFailure } from '../../domain/render/render-failure.js';
import type { Fingerprint } from '../../domain/render/fingerprint.js';
import type { RenderRefusal } from '../../domain/render/refusals.js';
import type { RenderRun } from '../../domain/render/replay.js';
import type { ReplayVerdict } from '../../domain/render/replay-verdict.js';
import type { RenderState } from '../../domain/render/state.js';
import type { Fault } from './fault.js';

type OutcomeTask = TaskEither<RenderRefusal | Fault, RenderState>;

/** The clips with words filled into their captions, as they are rendered. */
export interface CaptionedClips {
  readonly clips: ReadonlyArray<Clip>;
  readonly wordCount: number;
  /** Name and version of the recogniser. Absent: the words come from subtitle files. */
  readonly recogniser?: string;
}

export interface LastReports {
  /** The last report on a render; undefined if there is none, or it cannot be read. */
  readonly of: (renderId: RenderId) => Promise<LastReport | undefined>;
  /** Remembers that a worker handed a render or a replay back. If this fails, the worker counts as lost. */
  readonly handBack: (renderId: RenderId, run: RenderRun) => Promise<void>;
}

/** Records the work of a worker. A refusal means that the render no longer belongs to this worker. */
export interface RenderOutcomes extends Pick<LastReports, 'handBack'> {
  readonly current: (renderId: RenderId) => TaskEither<Fault, RenderState>;
  /** Takes the render, or its replay; the state contains the number of this worker's attempt. */
  readonly start: (renderId: RenderId) => OutcomeTask;
  readonly captionWords: (renderId: RenderId, attempt: number, transcribed: CaptionedClips) => OutcomeTask;
  readonly complete: (
    renderId: RenderId,
    attempt: number,
    output: RenderOutput,
    provenance: Provenance,
    fingerprint?: Fingerprint,
  ) => OutcomeTask;
  readonly fail: (renderId: RenderId, attempt: number, failure: RenderFailure) => OutcomeTask;
  readonly completeReplay: (renderId: RenderId, run: RenderRun, verdict: ReplayVerdict) => OutcomeTask;
  readonly failReplay: (renderId: RenderId, run: RenderRun, failure: RenderFailure) => OutcomeTask;
}
