import type { CompositionChanges } from '../composition/changes.js';
import type { Composition } from '../composition/composition.js';
import type { OwnerId, VideoId } from '../ids.js';

// These names and shapes are stored for ever. An incompatible change is a new event type with an upcaster.

/** Version 1 of a video. `at` is ISO 8601; the token's hash is SHA-256, hex. */
export interface VideoCreated {
  readonly type: 'VideoCreated';
  readonly data: {
    readonly videoId: VideoId;
    readonly ownerId: OwnerId;
    readonly version: 1;
    readonly composition: Composition;
    readonly editorTokenHash: string;
    readonly at: string;
  };
}

/** A new version: the whole composition as it is now, so that each version explains itself. */
export interface VideoPatched {
  readonly type: 'VideoPatched';
  readonly data: {
    readonly videoId: VideoId;
    readonly ownerId: OwnerId;
    readonly version: number;
    readonly composition: Composition;
    readonly changes: CompositionChanges;
    readonly at: string;
  };
}

/** A new version with the composition of a former one. */
export interface VideoRestored {
  readonly type: 'VideoRestored';
  readonly data: VideoPatched['data'] & { readonly restoredFrom: number };
}

/** The editor link was replaced by one with another token, or revoked (`null`). */
export interface EditorLinkChanged {
  readonly type: 'EditorLinkChanged';
  readonly data: {
    readonly videoId: VideoId;
    readonly ownerId: OwnerId;
    readonly editorTokenHash: string | null;
    readonly at: string;
  };
}

export type VideoEvent = VideoCreated | VideoPatched | VideoRestored | EditorLinkChanged;
