import type { CommandsOf } from '../aggregate.js';
import type { AssetHashes } from '../asset/references.js';
import type { CreateVideoBody, PatchVideoBody } from '../composition/requests.js';
import type { EditorLinkChanged, VideoCreated } from './events.js';
import type { Video } from './state.js';

type OnVideo = Pick<VideoCreated['data'], 'videoId' | 'ownerId' | 'at'>;

/** `ifVersion`: the command is refused unless the current version is one of these. */
interface OnVersion extends OnVideo {
  readonly ifVersion?: ReadonlyArray<number> | undefined;
}

/**
 * The body of a request. `clipIds`: a fresh id for each clip of the body, used for clips without one. `assets`: the hashes
 * of the assets that the body names; none if omitted.
 */
interface Sent<Body> {
  readonly body: Body;
  readonly clipIds: ReadonlyArray<string>;
  readonly assets?: AssetHashes;
}

export type VideoCommand = CommandsOf<{
  CreateVideo: OnVideo & Sent<CreateVideoBody> & { readonly editorTokenHash: string };
  PatchVideo: OnVersion & Sent<PatchVideoBody>;
  /** Makes an earlier version current again, as a new version. */
  RestoreVideo: OnVersion & { readonly restored: Pick<Video, 'version' | 'composition' | 'assets'> };
  /** A new hash replaces the editor link; `null` revokes it. */
  ChangeEditorLink: OnVideo & Pick<EditorLinkChanged['data'], 'editorTokenHash'>;
  /** Absent fields stay as they are; a `null` folder removes the video from its folder. */
  MoveVideo: OnVideo & { readonly folder?: string | null; readonly archived?: boolean };
}>;
