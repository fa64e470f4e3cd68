import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OwnerId, VideoId } from '../../domain/ids.js';
import type { VideoRefusal } from '../../domain/video/refusals.js';
import { videoDecider, videoStream } from '../../domain/video/video.js';
import type { CommandContext } from '../commands/handle-command.js';
import { sha256 } from '../commands/hash-chain.js';
import type { Fault } from '../ports/fault.js';
import { type WriteSide, writeAndAwait } from '../commands/write-and-await.js';

type Changed<A> = TE.TaskEither<VideoRefusal | Fault, A>;

/**
 * There is nothing to do besides storing the event: the read models take the token's hash from it, and the token itself
 * is not stored.
 */
const changeTo =
  (side: WriteSide) =>
  (videoId: VideoId, ownerId: OwnerId, token: string | null, context: CommandContext): Changed<unknown> => {
    const editorTokenHash = token === null ? null : sha256(token);
    const at = side.clock.now().toISOString();
    const command = { type: 'ChangeEditorLink', videoId, ownerId, editorTokenHash, at } as const;
    return writeAndAwait(videoDecider, side)(videoStream(videoId), command, context);
  };

/** Replaces the editor link of a video; returns the new token. The old link stops working. */
export const replaceEditorLink =
  (side: WriteSide) =>
  (videoId: VideoId, ownerId: OwnerId, context: CommandContext): Changed<string> => {
    const token = side.ids.secret();
    return pipe(
      changeTo(side)(videoId, ownerId, token, context),
      TE.map(() => token),
    );
  };

/** Revokes the editor link of a video, if it has one. */
export const revokeEditorLink =
  (side: WriteSide) =>
  (videoId: VideoId, ownerId: OwnerId, context: CommandContext): Changed<unknown> =>
    changeTo(side)(videoId, ownerId, null, context);
