import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { countClips } from '../../domain/composition/clips/clip-ids.js';
import type { CreateVideoBody } from '../../domain/composition/requests.js';
import type { LogPosition } from '../../domain/events.js';
import type { OwnerId, VideoId } from '../../domain/ids.js';
import type { VideoRefusal } from '../../domain/video/refusals.js';
import { videoDecider, videoStream } from '../../domain/video/video.js';
import type { Video } from '../../domain/video/state.js';
import { existing } from '../../domain/ownership.js';
import { assetsNamedIn } from '../../domain/asset/references.js';
import { assetsOf, type VersionDependencies } from '../assets/assets.js';
import { type CommandContext, handleCommand } from '../commands/handle-command.js';
import { sha256 } from '../digests.js';
import type { Fault } from '../ports/fault.js';
import { announceTo, newLinksLike, newVideosLike, writesOf } from '../commands/write-and-await.js';

export interface CreatedVideo {
  readonly video: Video;
  /** The editor token of this video. Shown only once, because only its hash is stored. */
  readonly editorToken: string;
  readonly position?: LogPosition;
}

type CreateVideoTask = TE.TaskEither<VideoRefusal | Fault, CreatedVideo>;

/** Stores version 1 of a new video, without waiting for read models. */
export const storeVideo =
  (dependencies: VersionDependencies) =>
  (ownerId: OwnerId, body: CreateVideoBody, context: CommandContext): CreateVideoTask => {
    const videoId = dependencies.ids.uuid() as VideoId;
    const editorToken = dependencies.ids.secret();
    const command = {
      type: 'CreateVideo',
      videoId,
      ownerId,
      body,
      clipIds: Array.from({ length: countClips(body.clips) }, dependencies.ids.uuid),
      editorTokenHash: sha256(editorToken),
      at: dependencies.clock.now().toISOString(),
    } as const;
    return pipe(
      assetsOf(dependencies)({ ownerId }, assetsNamedIn(body)),
      TE.flatMap((assets) =>
        handleCommand(videoDecider, dependencies)(videoStream(videoId), { ...command, ...assets }, context),
      ),
      TE.flatMapEither(({ state, ...rest }) =>
        pipe(
          state,
          existing('Video', { videoId }, ownerId),
          E.map((video) => ({ ...rest, video, editorToken })),
        ),
      ),
    );
  };

/**
 * Stores version 1 of a new video. Reads of the owner, reads by its editor link and reads of other owners by its id wait until
 * they can show it.
 */
export const createVideo =
  (dependencies: VersionDependencies) =>
  (ownerId: OwnerId, body: CreateVideoBody, context: CommandContext): CreateVideoTask =>
    pipe(
      storeVideo(dependencies)(ownerId, body, context),
      TE.tap((created) => {
        const { video, editorToken } = created;
        const keys = [writesOf(ownerId), newLinksLike(sha256(editorToken)), newVideosLike(video.videoId)];
        return announceTo(dependencies, ...keys)(created);
      }),
    );
