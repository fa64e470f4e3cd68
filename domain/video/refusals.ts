import type { VideoId } from '../ids.js';

export type VideoRefusal =
  | { readonly _tag: 'VideoDoesNotExist'; readonly videoId: VideoId }
  | { readonly _tag: 'VideoAlreadyExists'; readonly videoId: VideoId }
  | { readonly _tag: 'VideoBelongsToAnotherOwner'; readonly videoId: VideoId }
  | { readonly _tag: 'VideoVersionDoesNotExist'; readonly videoId: VideoId; readonly version: number }
  | { readonly _tag: 'VideoVersionIsStale'; readonly videoId: VideoId; readonly current: number }
  | { readonly _tag: 'VideoIsInvalid'; readonly problems: ReadonlyArray<string> }
  | { readonly _tag: 'VideoIsTooLarge'; readonly maxBytes: number };
