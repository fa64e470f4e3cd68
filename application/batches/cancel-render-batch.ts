import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OwnerId, RenderBatchId } from '../../domain/ids.js';
import type { RenderBatchRefusal } from '../../domain/render-batch/refusals.js';
import { renderBatchDecider, renderBatchStream } from '../../domain/render-batch/render-batch.js';
import type { CommandContext } from '../commands/handle-command.js';
import { type WriteSide, writeAndAwait } from '../commands/write-and-await.js';
import type { Fault } from '../ports/fault.js';

/** Cancels a batch: no further render is requested, and its unfinished renders are cancelled soon afterwards. */
export const cancelRenderBatch =
  (side: WriteSide) =>
  (
    batchId: RenderBatchId,
    ownerId: OwnerId,
    context: CommandContext,
  ): TE.TaskEither<RenderBatchRefusal | Fault, void> => {
    const at = side.clock.now().toISOString();
    const command = { type: 'CancelRenderBatch', batchId, ownerId, at } as const;
    return pipe(
      writeAndAwait(renderBatchDecider, side)(renderBatchStream(batchId), command, context),
      TE.map(() => undefined),
    );
  };
