import * as E from 'fp-ts/lib/Either.js';
import type { Fault } from '../../../../application/ports/fault.js';
import type { RenderRefusal } from '../../../../domain/render/refusals.js';

/** What recording an outcome gave. */
export type RecordingResult = E.Either<RenderRefusal | Fault, unknown>;

/**
 * What happens to a job: it is `done` once an outcome is recorded, by this worker or another; `taken` when another
 * worker has it, which then acknowledges it; otherwise it is to be delivered `again`.
 */
export type JobOutcome = 'done' | 'taken' | 'again';

/** What happens to a job after an outcome was recorded, or could not be. */
export const outcomeAfter = (recorded: RecordingResult): JobOutcome => {
  if (E.isRight(recorded)) return 'done';
  switch (recorded.left._tag) {
    case 'RenderAlreadyFinished':
    case 'RenderDoesNotExist':
    case 'RenderNotCompleted':
    case 'RenderReplayedTooOften':
      return 'done';
    case 'RenderAttemptIsStale':
      return 'taken';
    case 'Abandoned':
    case 'Conflict':
    case 'EventTooLarge':
    case 'HistoryDiffers':
    case 'NotYetReadable':
    case 'RenderAlreadyExists':
    case 'RenderBelongsToAnotherOwner':
    case 'Unavailable':
    case 'UndecodableEvent':
    case 'UnknownEvent':
      return 'again';
  }
};
