import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { requestReplay } from '../../../../application/renders/command-render.js';
import { ReplayRecord, replayRecord } from '../../../../application/records/replay-record.js';
import type { RenderId } from '../../../../domain/ids.js';
import type { ReplayRow } from '../../../../application/ports/queries.js';
import type { Problem } from '../../contract/problem.js';
import { type Operation } from '../../server/operation.js';
import { recordOperation } from '../../server/record-operation.js';
import type { ApiDependencies } from '../../server/api-dependencies.js';
import { forecastOf } from './renders.js';
import { namedRender, renderOfCaller } from '../../server/owned.js';

const newestReplay = ({ queries }: ApiDependencies, renderId: RenderId): TE.TaskEither<Problem, ReplayRow> =>
  pipe(
    queries.renders.newestReplay(renderId),
    TE.flatMap(TE.fromOption((): Problem => ({ _tag: 'NotFound', what: 'replay' }))),
  );

export const replayOperations: ReadonlyArray<Operation> = [
  recordOperation('POST /v1/renders/{id}/replay', {
    id: 'requestReplay',
    summary: 'Replay a render',
    description:
      'Renders a completed render again, from the same sources and without anything that was kept of earlier renders, and compares the frames and samples with those of the recorded files. The verdict becomes part of the history. While a replay is pending or processing, it is returned instead of another one being requested.',
    success: 201,
    returns: 'The replay, `pending` unless one was under way.',
    data: ReplayRecord,
    problems: [409],
    of: namedRender,
    handle: (dependencies, { caller, context }, renderId) =>
      pipe(
        dependencies.admitRender(
          caller.ownerId,
          requestReplay(dependencies)(renderId, caller.ownerId, context),
        ),
        TE.flatMap(() => newestReplay(dependencies, renderId)),
        TE.map((replay) => replayRecord(replay)),
      ),
  }),

  recordOperation('GET /v1/renders/{id}/replay', {
    id: 'getReplay',
    summary: 'Get the newest replay of a render',
    description:
      'Returns the newest replay of a render with its verdict, once there is one. Until then, its position in the queue, and when it will probably start and end.',
    data: ReplayRecord,
    of: renderOfCaller,
    handle: (dependencies, _, { renderId }) =>
      pipe(
        newestReplay(dependencies, renderId),
        TE.bindTo('replay'),
        TE.bindW('expected', ({ replay }) => forecastOf(dependencies, { ...replay, progress: 0 })),
        TE.map(({ replay, expected }) => replayRecord(replay, expected)),
      ),
  }),
];
