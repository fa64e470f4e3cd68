import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { RenderId } from '../../domain/ids.js';
import type { RenderCommand } from '../../domain/render/commands.js';
import type { RenderFailure } from '../../domain/render/events.js';
import type { RenderRefusal } from '../../domain/render/refusals.js';
import { renderDecider, type RenderState, renderStream } from '../../domain/render/render.js';
import { type CommandHandling, handleCommand } from '../commands/handle-command.js';
import { loadState } from '../commands/load-state.js';
import type { Clock } from '../ports/clock.js';
import type { Fault } from '../ports/fault.js';
import type { RenderOutcomes, TranscribedClips } from '../ports/render-outcomes.js';

/** Records what a worker does, without waiting for read models. */
export const renderOutcomes = (
  side: CommandHandling & { readonly clock: Clock },
  workerId: string,
): RenderOutcomes => {
  const handle = handleCommand(renderDecider, side);
  const record = (command: RenderCommand): TE.TaskEither<RenderRefusal | Fault, RenderState> =>
    pipe(
      handle(renderStream(command.renderId), command, { actor: { type: 'worker', workerId } }),
      TE.map(({ state }) => state),
    );
  const load = loadState(renderDecider, side.eventStore);
  const now = (): string => side.clock.now().toISOString();
  return {
    current: (renderId: RenderId) => load(renderStream(renderId)),
    start: (renderId: RenderId) => record({ type: 'StartRender', renderId, workerId, at: now() }),
    captionWords: (renderId: RenderId, attempt: number, transcribed: TranscribedClips) =>
      record({ type: 'RecordCaptionWords', renderId, attempt, ...transcribed, at: now() }),
    complete: (renderId, attempt, output, provenance, fingerprint) =>
      record({
        type: 'CompleteRender',
        renderId,
        attempt,
        output,
        provenance,
        ...(fingerprint ? { fingerprint } : {}),
        at: now(),
      }),
    fail: (renderId: RenderId, attempt: number, failure: RenderFailure) =>
      record({ type: 'FailRender', renderId, attempt, failure, at: now() }),
  };
};
