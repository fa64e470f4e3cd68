import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OwnerId } from '../../domain/ids.js';
import type { Fault } from '../ports/fault.js';
import type { CheckProblem, CompositionCheck } from '../ports/previews.js';
import type { RenderOutlooks } from '../ports/render-outlooks.js';
import { type Cost, predictedCost } from '../renders/forecast.js';

/** What a render of a video would be like. */
export interface CheckedVideo {
  readonly problems: ReadonlyArray<CheckProblem>;
  readonly cost: Cost;
}

interface Needs {
  readonly queries: { readonly renders: Pick<RenderOutlooks, 'history'> };
}

/** Finds the problems of a composition, and what its render would cost its owner. Stores nothing. */
export const checkVideo =
  ({ queries }: Needs) =>
  <P>(owner: OwnerId, check: TE.TaskEither<P, CompositionCheck>): TE.TaskEither<P | Fault, CheckedVideo> =>
    pipe(
      check,
      TE.bindTo('check'),
      TE.bindW('history', () => queries.renders.history(owner)),
      TE.map(({ check: { problems, work }, history }) => ({
        problems,
        cost: predictedCost(work, history),
      })),
    );
