import type { VideoId } from '../ids.js';
import type { ExistenceRefusal } from '../ownership.js';

export type VideoRefusal =
  | ExistenceRefusal<'Video', { videoId: VideoId }>
  | { readonly _tag: 'VideoVersionDoesNotExist'; readonly videoId: VideoId; readonly version: number }
  | { readonly _tag: 'VideoVersionIsStale'; readonly videoId: VideoId; readonly current: number }
  | { readonly _tag: 'VideoIsInvalid'; readonly problems: ReadonlyArray<string> }
  | { readonly _tag: 'VideoIsTooLarge'; readonly maxBytes: number };
