import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { countClips } from '../../domain/composition/clips/clip-ids.js';
import type { PatchVideoBody } from '../../domain/composition/requests.js';
import type { OwnerId, VideoId } from '../../domain/ids.js';
import type { VideoRefusal } from '../../domain/video/refusals.js';
import { videoDecider, videoStream } from '../../domain/video/video.js';
import type { Video } from '../../domain/video/state.js';
import { existing } from '../../domain/ownership.js';
import { assetsOf, type VersionSide } from '../assets/assets.js';
import type { CommandContext } from '../commands/handle-command.js';
import type { AssetScope } from '../ports/assets.js';
import type { Fault } from '../ports/fault.js';
import { writeAndAnnounce } from '../commands/write-and-await.js';

export interface VideoPatch {
  /** Whose assets the body may name. */
  readonly scope: AssetScope;
  readonly videoId: VideoId;
  readonly ownerId: OwnerId;
  readonly body: PatchVideoBody;
  /** The versions that the client accepts as current (`If-Match`); any if omitted. */
  readonly ifVersion?: ReadonlyArray<number> | undefined;
}

/** Stores a new version with the patch applied. A patch that changes nothing stores nothing. */
export const patchVideo =
  (side: VersionSide) =>
  ({ scope, ...patch }: VideoPatch, context: CommandContext): TE.TaskEither<VideoRefusal | Fault, Video> => {
    const command = {
      type: 'PatchVideo',
      ...patch,
      clipIds: Array.from({ length: countClips(patch.body.clips ?? []) }, side.ids.uuid),
      at: side.clock.now().toISOString(),
    } as const;
    return pipe(
      assetsOf(side)(scope, patch.body),
      TE.flatMap((assets) =>
        writeAndAnnounce(videoDecider, side, patch.ownerId)(
          videoStream(patch.videoId),
          { ...command, ...assets },
          context,
        ),
      ),
      TE.flatMapEither(existing('Video', { videoId: patch.videoId }, patch.ownerId)),
    );
  };
