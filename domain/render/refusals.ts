import type { RenderId } from '../ids.js';
import type { RenderStatus } from './state.js';

export type RenderRefusal =
  | { readonly _tag: 'RenderDoesNotExist'; readonly renderId: RenderId }
  | { readonly _tag: 'RenderAlreadyExists'; readonly renderId: RenderId }
  | { readonly _tag: 'RenderBelongsToAnotherOwner'; readonly renderId: RenderId }
  | { readonly _tag: 'RenderAlreadyFinished'; readonly renderId: RenderId; readonly status: RenderStatus }
  | { readonly _tag: 'RenderAttemptIsStale'; readonly renderId: RenderId; readonly current: number }
  | { readonly _tag: 'RenderNotCompleted' }
  | { readonly _tag: 'RenderReplayedTooOften'; readonly renderId: RenderId; readonly limit: number };
