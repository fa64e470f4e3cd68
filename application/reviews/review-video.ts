import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OwnerId, VideoId } from '../../domain/ids.js';
import { existing } from '../../domain/ownership.js';
import type { ReviewCommand } from '../../domain/review/commands.js';
import type { ReviewAuthor } from '../../domain/review/events.js';
import type { ReviewRefusal } from '../../domain/review/refusals.js';
import { reviewDecider, reviewStream } from '../../domain/review/review.js';
import type { VideoRefusal } from '../../domain/video/refusals.js';
import type { Video } from '../../domain/video/state.js';
import { videoDecider, videoStream } from '../../domain/video/video.js';
import type { CommandContext } from '../commands/handle-command.js';
import { loadState } from '../commands/cached-stream-heads.js';
import { type WriteDependencies, writeAndAwait } from '../commands/write-and-await.js';
import type { Fault } from '../ports/fault.js';

export interface Reviewer {
  readonly videoId: VideoId;
  readonly ownerId: OwnerId;
  readonly author: ReviewAuthor;
}

type Without<Command> = Command extends unknown ? Omit<Command, keyof Reviewer | 'at'> : never;

/** A comment is about the current version unless it names one. */
export type ReviewAct = Without<Exclude<ReviewCommand, { type: 'AddComment' }>> | AddedComment;
type AddedComment = Omit<Without<Extract<ReviewCommand, { type: 'AddComment' }>>, 'version'> & {
  readonly version?: number;
};

/** The command of an act; refused if the version does not exist. */
const commandOf = (
  { videoId, ownerId, author }: Reviewer,
  act: ReviewAct,
  { version: current }: Video,
  at: string,
): TE.TaskEither<VideoRefusal, ReviewCommand> => {
  const version = 'version' in act && act.version !== undefined ? act.version : current;
  if (version > current) return TE.left({ _tag: 'VideoVersionDoesNotExist', videoId, version });
  const facts = { videoId, ownerId, author, at };
  return TE.right(act.type === 'AddComment' ? { ...act, ...facts, version } : { ...act, ...facts });
};

/** Stores a comment, a change to one or a decision. Returns once the read models show it. */
export const reviewVideo =
  (dependencies: WriteDependencies) =>
  (
    reviewer: Reviewer,
    act: ReviewAct,
    context: CommandContext,
  ): TE.TaskEither<VideoRefusal | ReviewRefusal | Fault, unknown> => {
    const { videoId, ownerId } = reviewer;
    return pipe(
      loadState(videoDecider, dependencies.eventStore, context.signal)(videoStream(videoId)),
      TE.flatMapEither(existing('Video', { videoId }, ownerId)),
      TE.flatMap((video) => commandOf(reviewer, act, video, dependencies.clock.now().toISOString())),
      TE.flatMap((command) =>
        writeAndAwait(reviewDecider, dependencies)(reviewStream(videoId), command, context),
      ),
    );
  };
