import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';
import type { ReplayVerdict } from '../../../domain/render/replay-verdict.js';
import type { Render } from '../../../domain/render/state.js';
import type { RenderHooks } from './renderer.js';

/** Renders completed renders again, and compares what comes out with what was recorded. */
export interface Replayer {
  /** The reason why there is no verdict. */
  readonly replay: (
    render: Render,
    hooks: Pick<RenderHooks, 'inSlot' | 'signal'>,
  ) => TaskEither<FailureCause, ReplayVerdict>;
}
