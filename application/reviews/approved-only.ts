import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { VideoId } from '../../domain/ids.js';
import { reviewDecider, reviewStream } from '../../domain/review/review.js';
import type { CommandContext } from '../commands/handle-command.js';
import { loadState } from '../commands/cached-stream-heads.js';
import type { WriteDependencies } from '../commands/write-and-await.js';
import type { Fault } from '../ports/fault.js';

/** The service renders only approved versions, and this one is not approved. */
export interface VersionNotApproved {
  readonly _tag: 'VersionNotApproved';
  readonly version: number;
}

export interface RenderRequestDependencies extends WriteDependencies {
  /** Whether only approved versions are rendered. */
  readonly approvedOnly: boolean;
}

/** Refuses a version whose last decision is not an approval, if the service renders only approved ones. */
export const requireApproval =
  ({ approvedOnly, eventStore }: RenderRequestDependencies) =>
  (
    { videoId, version }: { readonly videoId: VideoId; readonly version: number },
    { signal }: Pick<CommandContext, 'signal'>,
  ): TE.TaskEither<VersionNotApproved | Fault, void> =>
    approvedOnly
      ? pipe(
          loadState(reviewDecider, eventStore, signal)(reviewStream(videoId)),
          TE.filterOrElseW(
            ({ decisions }) => decisions[version]?.outcome === 'approved',
            (): VersionNotApproved => ({ _tag: 'VersionNotApproved', version }),
          ),
          TE.map(() => undefined),
        )
      : TE.right(undefined);
