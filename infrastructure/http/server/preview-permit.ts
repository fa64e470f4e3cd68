import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { assetsOf } from '../../../application/assets/assets.js';
import type { NoPlace, Party } from '../../../application/permits/permit-counts.js';
import type { Fault } from '../../../application/ports/fault.js';
import { assetsNamedIn } from '../../../domain/asset/references.js';
import type { VideoRefusal } from '../../../domain/video/refusals.js';
import type { ApiDependencies } from './api-dependencies.js';
import type { Caller } from './authenticate.js';
import { assetScopeOf } from './owned.js';
import { partyOf } from './request-permits.js';

/** A client that waits for a response. `signal`: aborts when the response is no longer wanted. */
export interface Requester {
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

/** Makes a preview while it holds a permit. @param make gets the signal to stop, and the requesting party */
export const withPermit = <P, A>(
  { permits }: Pick<ApiDependencies, 'permits'>,
  { caller, signal }: Requester,
  make: (signal: AbortSignal, by: Party) => TE.TaskEither<P, A>,
): TE.TaskEither<P | NoPlace | Fault, A> => {
  const by = partyOf(caller);
  return permits.previews.within(by, (overdue) => make(AbortSignal.any([signal, overdue]), by), signal);
};

/** Refuses a composition or a source that names assets that the link of the caller does not show. */
export const refuseHidden = (
  dependencies: Pick<ApiDependencies, 'queries' | 'readModel'>,
  caller: Caller,
  shown: unknown,
): TE.TaskEither<VideoRefusal | Fault, unknown> =>
  // A worker refuses assets of other owners.
  caller.videoId === undefined
    ? TE.right(undefined)
    : assetsOf(dependencies)(assetScopeOf(caller), assetsNamedIn(shown));

/** Makes a preview of a composition or a source while it holds a permit, if the caller may see it. */
export const withPreviewPermit = <P, A>(
  dependencies: Pick<ApiDependencies, 'queries' | 'readModel' | 'permits'>,
  requester: Requester,
  shown: unknown,
  make: (signal: AbortSignal, by: Party) => TE.TaskEither<P, A>,
): TE.TaskEither<P | NoPlace | VideoRefusal | Fault, A> =>
  pipe(
    refuseHidden(dependencies, requester.caller, shown),
    TE.flatMap(() => withPermit(dependencies, requester, make)),
  );
