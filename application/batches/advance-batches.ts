import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { DomainEvent } from '../../domain/events.js';
import type { RenderBatchId, RenderId } from '../../domain/ids.js';
import type { RenderCommand } from '../../domain/render/commands.js';
import type { RenderFailure } from '../../domain/render/render-failure.js';
import type { RenderRefusal } from '../../domain/render/refusals.js';
import { renderDecider, renderStream } from '../../domain/render/render.js';
import type { BatchRow } from '../../domain/render-batch/events.js';
import type { RenderBatchRefusal } from '../../domain/render-batch/refusals.js';
import { renderBatchDecider, renderBatchStream } from '../../domain/render-batch/render-batch.js';
import { filledTemplate } from '../../domain/template/merge.js';
import type { VideoRefusal } from '../../domain/video/refusals.js';
import { type CommandContext, type CommandDependencies, handleCommand } from '../commands/handle-command.js';
import type { Clock } from '../ports/clock.js';
import type { EventArchive } from '../ports/event-archive.js';
import type { Fault } from '../ports/fault.js';
import type { VideoQueries } from '../ports/queries.js';
import type { BatchInWork, RenderBatchWork } from '../ports/render-batches.js';
import { type RenderedVideo, renderRequest } from '../renders/request-render.js';
import { templateOf } from './batch-template.js';

export interface BatchDependencies extends CommandDependencies {
  readonly clock: Clock;
  readonly work: RenderBatchWork;
  readonly videos: Pick<VideoQueries, 'version'>;
  readonly eventArchive: EventArchive;
}

/**
 * Maximum number of requested and unfinished renders of a batch: enough for workers to always find one, but not so many
 * that one batch fills the list of pending renders or the log of events.
 */
const MAX_UNFINISHED = 32;
/** Maximum number of renders that a step cancels. */
const CANCELLED_AT_ONCE = 100;

/** Whether a batch may have a next step after an event. */
export const advancesBatches = ({ type, data }: DomainEvent): boolean =>
  type === 'RenderBatchRequested' ||
  type === 'RenderBatchCancelled' ||
  type === 'RenderCompleted' ||
  type === 'RenderFailed' ||
  type === 'RenderCancelled' ||
  (type === 'RenderRequested' && data.batch !== undefined);

type Problem = Fault | VideoRefusal | RenderRefusal | RenderBatchRefusal;
type Step = TE.TaskEither<Problem, unknown>;

/** The failure of a row that was valid when the batch was accepted, but is no longer valid in this release. */
const rowFailure = (problems: ReadonlyArray<string>): RenderFailure => ({
  stage: 'worker',
  message: `the row is no longer valid: ${problems.slice(0, 5).join('; ')}`,
  retryable: false,
});

const finishedRenders = ({ outcomes: { completed, failed, cancelled } }: BatchInWork): number =>
  completed + failed + cancelled;

/**
 * The number of rows to request next. The first row is rendered by itself, so that the others can use its fetched sources,
 * drawn layers and encoded pieces.
 */
export const rowsToRequest = (rows: number, requested: number, finished: number): number => {
  if (requested === 0) return Math.min(1, rows);
  if (finished === 0) return 0;
  return Math.max(0, Math.min(rows - requested, MAX_UNFINISHED - (requested - finished)));
};

interface Steps extends BatchDependencies {
  /** The number of rows that this process has requested, which the read models may not show yet. */
  readonly requestedHere: Map<RenderBatchId, number>;
}

const now = ({ clock }: BatchDependencies): string => clock.now().toISOString();

const contextOf = ({ actor, requestId, traceparent }: BatchInWork): CommandContext => ({
  actor,
  requestId,
  traceparent,
});

const handle = (dependencies: BatchDependencies, batch: BatchInWork, command: RenderCommand): Step =>
  handleCommand(renderDecider, dependencies)(renderStream(command.renderId), command, contextOf(batch));

const requestRow = (
  steps: Steps,
  batch: BatchInWork,
  template: RenderedVideo,
  row: number,
  { renderId, merge }: BatchRow,
): Step => {
  const { batchId, options } = batch;
  const filled = filledTemplate(template.composition, merge);
  const composition = E.isRight(filled) ? filled.right : template.composition;
  const command = {
    ...renderRequest(renderId, { ...template, composition }, { ...options, merge }, now(steps)),
    batch: { batchId, row },
    ...(E.isLeft(filled) ? { failure: rowFailure(filled.left.problems) } : {}),
  };
  return pipe(
    handle(steps, batch, command),
    TE.map(() => void steps.requestedHere.set(batchId, row + 1)),
  );
};

const requestRows = (steps: Steps, batch: BatchInWork, from: number, rows: ReadonlyArray<BatchRow>): Step =>
  pipe(
    templateOf(steps, batch),
    TE.flatMap((template) =>
      TE.traverseSeqArrayWithIndex((index, row: BatchRow) =>
        requestRow(steps, batch, template, from + index, row),
      )(rows),
    ),
  );

const cancelRenders = (dependencies: BatchDependencies, batch: BatchInWork, ids: ReadonlyArray<RenderId>) =>
  TE.traverseSeqArray((renderId: RenderId) => {
    const command = {
      type: 'CancelRender',
      renderId,
      ownerId: batch.ownerId,
      at: now(dependencies),
    } as const;
    return pipe(
      handle(dependencies, batch, command),
      TE.orElse((problem): Step =>
        problem._tag === 'RenderAlreadyFinished' ? TE.right(undefined) : TE.left(problem),
      ),
    );
  })(ids);

const complete = (steps: Steps, batch: BatchInWork): Step => {
  const { batchId } = batch;
  const { completed, failed, cancelled } = batch.outcomes;
  const outcome = { completed, failed, cancelled };
  const command = { type: 'CompleteRenderBatch', batchId, outcome, at: now(steps) } as const;
  return pipe(
    handleCommand(renderBatchDecider, steps)(renderBatchStream(batchId), command, contextOf(batch)),
    TE.map(() => void steps.requestedHere.delete(batchId)),
  );
};

const advance = async (steps: Steps, batch: BatchInWork): Promise<E.Either<Problem, unknown>> => {
  const { requestedHere, work } = steps;
  const { batchId, rows } = batch;
  if (batch.status === 'cancelled') {
    requestedHere.delete(batchId);
    return cancelRenders(steps, batch, await work.unfinished(batchId, CANCELLED_AT_ONCE))();
  }
  if (finishedRenders(batch) === rows) return complete(steps, batch)();
  const from = Math.max(batch.requested, requestedHere.get(batchId) ?? 0);
  const count = rowsToRequest(rows, from, finishedRenders(batch));
  return count === 0
    ? E.right(undefined)
    : requestRows(steps, batch, from, await work.rows(batchId, from, count))();
};

/**
 * Takes the next step of all batches: requests the renders of the next rows, cancels those of cancelled batches, and records
 * the completion of others. Every step may be repeated, also by another process.
 */
export const advanceBatches = (dependencies: BatchDependencies) => {
  const steps: Steps = { ...dependencies, requestedHere: new Map() };
  /** @returns the problems; the next run tries these batches again */
  return async (): Promise<ReadonlyArray<{ readonly batchId: RenderBatchId; readonly problem: Problem }>> => {
    const problems = [];
    for (const batch of await dependencies.work.batches()) {
      const advanced = await advance(steps, batch);
      if (E.isLeft(advanced)) problems.push({ batchId: batch.batchId, problem: advanced.left });
    }
    return problems;
  };
};
