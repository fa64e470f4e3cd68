import type { PictureCodec } from '../../compose/picture-codec.js';
import type { Rasters } from '../../compose/still-inputs.js';
import type { RenderPlan } from '../../plan/plan.js';

/** What all pieces of a plan are encoded from, and how. */
export interface PieceEncoding {
  readonly plan: RenderPlan;
  readonly rasters: Rasters;
  readonly codec: PictureCodec;
}
