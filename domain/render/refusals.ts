import type { RenderId } from '../ids.js';
import type { ExistenceRefusal } from '../ownership.js';
import type { RenderStatus } from './state.js';

export type RenderRefusal =
  | ExistenceRefusal<'Render', { renderId: RenderId }>
  | { readonly _tag: 'RenderAlreadyFinished'; readonly renderId: RenderId; readonly status: RenderStatus }
  | { readonly _tag: 'RenderAttemptIsStale'; readonly renderId: RenderId; readonly current: number }
  | { readonly _tag: 'RenderNotCompleted' }
  | { readonly _tag: 'RenderReplayedTooOften'; readonly renderId: RenderId; readonly limit: number };
