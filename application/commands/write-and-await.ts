import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Decider } from '../../domain/decider.js';
import type { DomainEvent, LogPosition } from '../../domain/events.js';
import { type CommandContext, type CommandHandling, handleCommand } from './handle-command.js';
import type { Clock } from '../ports/clock.js';
import type { Fault } from '../ports/fault.js';
import type { ReadModel } from '../ports/read-model.js';

/** The dependencies of every use case that writes. */
export interface WriteSide extends CommandHandling {
  readonly clock: Clock;
  readonly readModel: ReadModel;
}

/** Waits until every read model has reached the position, if there is one. */
export const awaitReadable =
  ({ readModel }: Pick<WriteSide, 'readModel'>) =>
  ({ position }: { readonly position?: LogPosition }): TE.TaskEither<Fault, void> =>
    position ? readModel.reached(position) : TE.right(undefined);

/** Handles a command and returns its state once every read model has applied it. */
export const writeAndAwait =
  <Command, State, Event extends DomainEvent, Refusal>(
    decider: Decider<Command, State, Event, Refusal>,
    side: WriteSide,
  ) =>
  (stream: string, command: Command, context: CommandContext): TE.TaskEither<Refusal | Fault, State> =>
    pipe(
      handleCommand(decider, side)(stream, command, context),
      TE.tap((written) => awaitReadable(side)(written)),
      TE.map(({ state }) => state),
    );
