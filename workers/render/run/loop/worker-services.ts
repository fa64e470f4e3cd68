import type { ObjectStorage } from '../../../../application/ports/object-storage.js';
import type { RenderOutcomes } from '../../../../application/ports/render-outcomes.js';
import type { ProgressFeed, RenderQueue } from '../../../../application/ports/render-queue.js';
import type { RenderId } from '../../../../domain/ids.js';
import type { Renderer } from '../../ports/renderer.js';
import type { Replayer } from '../../ports/replayer.js';
import type { StageLimits } from './render-places.js';

/**
 * Called when something happens to a render; `detail` is for the log. `lost`: another worker has taken it, or has ended
 * it.
 */
export type RenderNotice = (
  what:
    'started' | 'completed' | 'failed' | 'replayed' | 'lost' | 'cancelled' | 'released' | 'unacknowledged',
  renderId: RenderId,
  detail?: unknown,
) => void;

/** What the render loop uses. */
export interface WorkerServices {
  readonly queue: RenderQueue;
  readonly outcomes: RenderOutcomes;
  readonly progress: ProgressFeed;
  readonly renderer: Renderer;
  readonly replayer: Replayer;
  readonly storage: Pick<ObjectStorage, 'put'>;
  /** How long a finished file may still take to be stored once its worker stops, or has lost the render, in ms. */
  readonly storeGraceMs: number;
  readonly notice: RenderNotice;
  /** How many renders may download their sources concurrently, while one uses the processor. */
  readonly limits: StageLimits;
}
