import type { AssetHashes } from '../asset/references.js';
import type { Composition } from '../composition/composition.js';
import type { CreateVideoBody, PatchVideoBody } from '../composition/requests.js';
import type { OwnerId, VideoId } from '../ids.js';
import type { EditorLinkChanged } from './events.js';

/**
 * `clipIds`: a fresh id for each clip of the body, used for clips without one. `assets`: those that the body names; none
 * if omitted. `at`: ISO 8601.
 */
export interface CreateVideo {
  readonly type: 'CreateVideo';
  readonly videoId: VideoId;
  readonly ownerId: OwnerId;
  readonly body: CreateVideoBody;
  readonly clipIds: ReadonlyArray<string>;
  readonly assets?: AssetHashes;
  readonly editorTokenHash: string;
  readonly at: string;
}

/** `ifVersion`: the versions that the client accepts as current; any if omitted. */
export interface PatchVideo {
  readonly type: 'PatchVideo';
  readonly videoId: VideoId;
  readonly ownerId: OwnerId;
  readonly body: PatchVideoBody;
  readonly clipIds: ReadonlyArray<string>;
  readonly assets?: AssetHashes;
  readonly ifVersion?: ReadonlyArray<number> | undefined;
  readonly at: string;
}

/** Makes an earlier version current again, as a new version. */
export interface RestoreVideo {
  readonly type: 'RestoreVideo';
  readonly videoId: VideoId;
  readonly ownerId: OwnerId;
  readonly restored: {
    readonly version: number;
    readonly composition: Composition;
    readonly assets?: AssetHashes;
  };
  readonly ifVersion?: ReadonlyArray<number> | undefined;
  readonly at: string;
}

/** A new hash replaces the editor link; `null` revokes it. */
export type ChangeEditorLink = { readonly type: 'ChangeEditorLink' } & Omit<
  EditorLinkChanged['data'],
  'folder' | 'archived'
>;

/** Changes the given fields; `null`: to no folder. */
export interface MoveVideo {
  readonly type: 'MoveVideo';
  readonly videoId: VideoId;
  readonly ownerId: OwnerId;
  readonly folder?: string | null;
  readonly archived?: boolean;
  readonly at: string;
}

export type VideoCommand = CreateVideo | PatchVideo | RestoreVideo | ChangeEditorLink | MoveVideo;
