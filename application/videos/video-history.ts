import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Composition } from '../../domain/composition/composition.js';
import type { DomainEvent } from '../../domain/events.js';
import type { OwnerId, VideoId } from '../../domain/ids.js';
import type { VideoCreated, VideoPatched, VideoRestored } from '../../domain/video/events.js';
import type { VideoRefusal } from '../../domain/video/refusals.js';
import { videoDecider, videoStream } from '../../domain/video/video.js';
import type { Video } from '../../domain/video/state.js';
import { existing } from '../../domain/ownership.js';
import type { CommandContext } from '../commands/handle-command.js';
import type { EventArchive } from '../ports/event-archive.js';
import type { Fault } from '../ports/fault.js';
import type { VideoQueries, VideoVersionRow } from '../ports/queries.js';
import { type WriteDependencies, writeAndAnnounce } from '../commands/write-and-await.js';

export const versionOf = (
  videos: Pick<VideoQueries, 'version'>,
  videoId: VideoId,
  version: number,
): TE.TaskEither<VideoRefusal | Fault, VideoVersionRow> =>
  pipe(
    videos.version(videoId, version),
    TE.flatMap(TE.fromOption((): VideoRefusal => ({ _tag: 'VideoVersionDoesNotExist', videoId, version }))),
  );

export type VersionEvent = VideoCreated | VideoPatched | VideoRestored;

export const isVersionEvent = (event: DomainEvent | undefined): event is VersionEvent =>
  event?.type === 'VideoCreated' || event?.type === 'VideoPatched' || event?.type === 'VideoRestored';

export const compositionOfVersion =
  (archive: EventArchive) =>
  ({ videoId, version, revision }: VideoVersionRow): TE.TaskEither<VideoRefusal | Fault, Composition> =>
    pipe(
      archive.read(videoStream(videoId), revision, 1),
      TE.flatMapEither(({ events: [found] }): E.Either<VideoRefusal, Composition> => {
        const event = found?.event;
        return isVersionEvent(event) && event.data.version === version
          ? E.right(event.data.composition)
          : E.left({ _tag: 'VideoVersionDoesNotExist', videoId, version });
      }),
    );

export interface Restoration {
  readonly ownerId: OwnerId;
  /** The versions that the client accepts as current (`If-Match`); any if undefined. */
  readonly ifVersion: ReadonlyArray<number> | undefined;
}

/** Stores a new version with the content of an earlier one. Restoring the current content stores nothing. */
export const restoreVersion =
  (dependencies: WriteDependencies & { readonly eventArchive: EventArchive }) =>
  (
    row: VideoVersionRow,
    { ownerId, ifVersion }: Restoration,
    context: CommandContext,
  ): TE.TaskEither<VideoRefusal | Fault, Video> => {
    const { videoId, version, assets } = row;
    return pipe(
      compositionOfVersion(dependencies.eventArchive)(row),
      TE.flatMap((composition) => {
        const restored = { version, composition, ...(assets ? { assets } : {}) };
        const at = dependencies.clock.now().toISOString();
        const command = { type: 'RestoreVideo', videoId, ownerId, restored, ifVersion, at } as const;
        return writeAndAnnounce(videoDecider, dependencies, ownerId)(videoStream(videoId), command, context);
      }),
      TE.flatMapEither(existing('Video', { videoId }, ownerId)),
    );
  };
