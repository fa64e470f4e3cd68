import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { existing } from '../../domain/ownership.js';
import type { MoveVideo } from '../../domain/video/commands.js';
import type { VideoRefusal } from '../../domain/video/refusals.js';
import type { Video } from '../../domain/video/state.js';
import { videoDecider, videoStream } from '../../domain/video/video.js';
import type { CommandContext } from '../commands/handle-command.js';
import { type WriteSide, writeAndAnnounce } from '../commands/write-and-await.js';
import type { Fault } from '../ports/fault.js';

/** Moves a video to a folder, to the archive, or back. This makes no new version. */
export const moveVideo =
  (side: WriteSide) =>
  (
    move: Omit<MoveVideo, 'type' | 'at'>,
    context: CommandContext,
  ): TE.TaskEither<VideoRefusal | Fault, Video> => {
    const { videoId, ownerId } = move;
    const command = { type: 'MoveVideo', ...move, at: side.clock.now().toISOString() } as const;
    return pipe(
      writeAndAnnounce(videoDecider, side, ownerId)(videoStream(videoId), command, context),
      TE.flatMapEither(existing('Video', { videoId }, ownerId)),
    );
  };
