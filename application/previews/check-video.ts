import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OwnerId } from '../../domain/ids.js';
import type { Fault } from '../ports/fault.js';
import type { CheckProblem, CompositionCheck } from '../ports/previews.js';
import type { RenderOutlooks } from '../ports/render-outlooks.js';
import { type EstimatedCost, predictedCost } from '../renders/forecast.js';

const inSeconds = (seconds: number): string => `${Math.round(seconds)} s`;

/** The problem of a render that probably takes more than the maximum time, in s. */
export const timeProblems = (
  { seconds, isKnown }: EstimatedCost,
  mostSeconds: number,
): ReadonlyArray<CheckProblem> => {
  if (!isKnown || seconds.high <= mostSeconds) return [];
  const range = [inSeconds(seconds.low), inSeconds(seconds.high)].join(' to ');
  return [
    {
      severity: seconds.low > mostSeconds ? 'error' : 'warning',
      path: 'metadata.duration',
      message: `at the speed of earlier renders this one takes ${range}, and a render may take ${inSeconds(mostSeconds)}`,
      remedy: 'Shorten the video, lower its frame rate or size, or divide it into several.',
    },
  ];
};

export interface CheckedVideo {
  readonly problems: ReadonlyArray<CheckProblem>;
  readonly cost: EstimatedCost;
}

/** Finds the problems of a composition, and estimates the cost of its render. Stores nothing. */
export const checkVideo =
  ({ queries }: { readonly queries: { readonly renders: Pick<RenderOutlooks, 'history'> } }) =>
  <P>(owner: OwnerId, check: TE.TaskEither<P, CompositionCheck>): TE.TaskEither<P | Fault, CheckedVideo> =>
    pipe(
      check,
      TE.bindTo('check'),
      TE.bindW('history', () => queries.renders.history(owner)),
      TE.map(({ check: { problems, work, mostSeconds }, history }) => {
        const cost = predictedCost(work, history);
        return { problems: [...problems, ...timeProblems(cost, mostSeconds)], cost };
      }),
    );
