import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { countClips } from '../../domain/composition/clips/clip-ids.js';
import type { PatchVideoBody } from '../../domain/composition/requests.js';
import type { OwnerId, VideoId } from '../../domain/ids.js';
import { existing } from '../../domain/ownership.js';
import type { VideoCommand } from '../../domain/video/commands.js';
import type { VideoRefusal } from '../../domain/video/refusals.js';
import type { Video } from '../../domain/video/state.js';
import { videoDecider, videoStream } from '../../domain/video/video.js';
import { assetsNamedIn } from '../../domain/asset/references.js';
import { assetsOf, type VersionDependencies } from '../assets/assets.js';
import type { CommandContext } from '../commands/handle-command.js';
import { sha256 } from '../digests.js';
import { type WriteDependencies, writeAndAnnounce, writeAndAwait } from '../commands/write-and-await.js';
import type { AssetScope } from '../ports/assets.js';
import type { Fault } from '../ports/fault.js';

type VideoTask<A> = TE.TaskEither<VideoRefusal | Fault, A>;

export interface VideoPatch {
  /** The assets that the body may name. */
  readonly scope: AssetScope;
  readonly videoId: VideoId;
  readonly ownerId: OwnerId;
  readonly body: PatchVideoBody;
  /** The versions that the client accepts as current (`If-Match`); any if omitted. */
  readonly ifVersion?: ReadonlyArray<number> | undefined;
}

/** Stores a new version with the patch applied. A patch that changes nothing stores nothing. */
export const patchVideo =
  (dependencies: VersionDependencies) =>
  ({ scope, ...patch }: VideoPatch, context: CommandContext): VideoTask<Video> => {
    const command = {
      type: 'PatchVideo',
      ...patch,
      clipIds: Array.from({ length: countClips(patch.body.clips ?? []) }, dependencies.ids.uuid),
      at: dependencies.clock.now().toISOString(),
    } as const;
    return pipe(
      assetsOf(dependencies)(scope, assetsNamedIn(patch.body)),
      TE.flatMap((assets) =>
        writeAndAnnounce(videoDecider, dependencies, patch.ownerId)(
          videoStream(patch.videoId),
          { ...command, ...assets },
          context,
        ),
      ),
      TE.flatMapEither(existing('Video', { videoId: patch.videoId }, patch.ownerId)),
    );
  };

type Move = Omit<Extract<VideoCommand, { readonly type: 'MoveVideo' }>, 'type' | 'at'>;

/** Moves a video to a folder, to the archive, or back. This makes no new version. */
export const moveVideo =
  (dependencies: WriteDependencies) =>
  (move: Move, context: CommandContext): VideoTask<Video> => {
    const { videoId, ownerId } = move;
    const command = { type: 'MoveVideo', ...move, at: dependencies.clock.now().toISOString() } as const;
    return pipe(
      writeAndAnnounce(videoDecider, dependencies, ownerId)(videoStream(videoId), command, context),
      TE.flatMapEither(existing('Video', { videoId }, ownerId)),
    );
  };

/** Stores only the hash of the token. The read models take it from the event. */
const changeEditorLink =
  (dependencies: WriteDependencies) =>
  (videoId: VideoId, ownerId: OwnerId, token: string | null, context: CommandContext): VideoTask<unknown> => {
    const editorTokenHash = token === null ? null : sha256(token);
    const at = dependencies.clock.now().toISOString();
    const command = { type: 'ChangeEditorLink', videoId, ownerId, editorTokenHash, at } as const;
    return writeAndAwait(videoDecider, dependencies)(videoStream(videoId), command, context);
  };

/** Replaces the editor link of a video; returns the new token. The old link stops working. */
export const replaceEditorLink =
  (dependencies: WriteDependencies) =>
  (videoId: VideoId, ownerId: OwnerId, context: CommandContext): VideoTask<string> => {
    const token = dependencies.ids.secret();
    return pipe(
      changeEditorLink(dependencies)(videoId, ownerId, token, context),
      TE.map(() => token),
    );
  };

/** Revokes the editor link of a video, if it has one. */
export const revokeEditorLink =
  (dependencies: WriteDependencies) =>
  (videoId: VideoId, ownerId: OwnerId, context: CommandContext): VideoTask<unknown> =>
    changeEditorLink(dependencies)(videoId, ownerId, null, context);
