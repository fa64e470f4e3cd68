import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { OwnerId, RenderId } from '../../domain/ids.js';
import type { RenderRefusal } from '../../domain/render/refusals.js';
import { renderDecider, renderStream } from '../../domain/render/render.js';
import type { CommandContext } from '../commands/handle-command.js';
import { type WriteDependencies, writeAndAwait } from '../commands/write-and-await.js';
import type { Fault } from '../ports/fault.js';

/** Handles a command of an owner on a render that exists. */
const commandRender =
  (type: 'CancelRender' | 'RequestReplay') =>
  (dependencies: WriteDependencies) =>
  (
    renderId: RenderId,
    ownerId: OwnerId,
    context: CommandContext,
  ): TE.TaskEither<RenderRefusal | Fault, unknown> => {
    const command = { type, renderId, ownerId, at: dependencies.clock.now().toISOString() } as const;
    return writeAndAwait(renderDecider, dependencies)(renderStream(renderId), command, context);
  };

/** Cancels an unfinished render; its worker stops within about a second. */
export const cancelRender = commandRender('CancelRender');

/** Requests that a completed render is rendered again and compared, unless a replay is unfinished. */
export const requestReplay = commandRender('RequestReplay');
