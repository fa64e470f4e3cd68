import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../../application/ports/fault.js';
import type { RenderRow } from '../../../../application/ports/queries.js';
import { type Forecast, forecast } from '../../../../application/renders/forecast.js';
import { isTerminal } from '../../../../domain/render/state.js';
import type { Services } from '../../server/operation.js';

/** When an unfinished render, or the replay of one, will probably start and end. */
export const forecastOf = (
  { queries, clock, underWayPerOwner }: Services,
  { renderId, status, progress }: Pick<RenderRow, 'renderId' | 'status' | 'progress'>,
): TE.TaskEither<Fault, Forecast> =>
  isTerminal(status)
    ? TE.right({})
    : pipe(
        queries.renders.outlook(renderId),
        TE.map(
          O.match(
            () => ({}),
            (outlook) => forecast({ ...outlook, fraction: progress }, { underWayPerOwner }, clock.now()),
          ),
        ),
      );
