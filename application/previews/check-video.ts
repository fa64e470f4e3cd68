import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Composition } from '../../domain/composition/composition.js';
import type { OwnerId } from '../../domain/ids.js';
import type { Fault } from '../ports/fault.js';
import type { CheckProblem, PreviewFailure, Previews } from '../ports/previews.js';
import type { RenderOutlooks } from '../ports/render-outlooks.js';
import { type Cost, predictedCost } from '../renders/forecast.js';
import type { PreviewAdmission, TooManyPreviews } from './limit-previews.js';

/** What a render of a video would be like. */
export interface CheckedVideo {
  readonly problems: ReadonlyArray<CheckProblem>;
  readonly cost: Cost;
}

interface Needs {
  readonly previews: Pick<Previews, 'check'>;
  readonly admitPreview: PreviewAdmission;
  readonly queries: { readonly renders: Pick<RenderOutlooks, 'history'> };
}

/** Finds the problems of a composition, and what its render would cost its owner. Stores nothing. */
export const checkVideo =
  ({ previews, admitPreview, queries }: Needs) =>
  (
    owner: OwnerId,
    composition: Composition,
    signal: AbortSignal,
  ): TE.TaskEither<PreviewFailure | TooManyPreviews | Fault, CheckedVideo> =>
    pipe(
      admitPreview(owner, previews.check(composition, signal)),
      TE.bindTo('check'),
      TE.bindW('history', () => queries.renders.history(owner)),
      TE.map(({ check: { problems, work }, history }) => ({
        problems,
        cost: predictedCost(work, history),
      })),
    );
