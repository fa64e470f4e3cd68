import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Decider } from '../../domain/decider.js';
import type { DomainEvent, LogPosition } from '../../domain/events.js';
import type { OwnerId, VideoId } from '../../domain/ids.js';
import { type CommandContext, type CommandDependencies, handleCommand } from './handle-command.js';
import type { Clock } from '../ports/clock.js';
import type { Fault } from '../ports/fault.js';
import type { ReadModel } from '../ports/read-model.js';

/** The dependencies of every use case that writes. */
export interface WriteDependencies extends CommandDependencies {
  readonly clock: Clock;
  readonly readModel: ReadModel;
}

/** The key of the writes of an owner: all reads of the owner wait for them. */
export const writesOf = (ownerId: OwnerId): string => `owner ${ownerId}`;

/**
 * The key of new editor links: a request with an unknown token waits for them. It has only the beginning of the hash, so that
 * there are few keys.
 */
export const newLinksLike = (tokenHash: string): string => `editor link ${tokenHash.slice(0, 2)}`;

/**
 * The key of new videos: a request that does not find a video waits for them, because the video may belong to another
 * owner. It has only the end of the id, so that there are few keys; ids begin with the time.
 */
export const newVideosLike = (videoId: VideoId): string => `video ${videoId.slice(-2)}`;

interface Written {
  readonly position?: LogPosition;
}

/** Waits until every read model has reached the position, if there is one. */
export const awaitReadable =
  ({ readModel }: Pick<WriteDependencies, 'readModel'>) =>
  ({ position }: Written): TE.TaskEither<Fault, void> =>
    position ? readModel.reached(position) : TE.right(undefined);

/** Makes later reads with these keys wait for the position, so that the client gets its response now. */
export const announceTo =
  ({ readModel }: Pick<WriteDependencies, 'readModel'>, ...keys: ReadonlyArray<string>) =>
  ({ position }: Written): TE.TaskEither<Fault, void> =>
    position ? readModel.announce(keys, position) : TE.right(undefined);

/** Handles a command, and returns its state after `acknowledge`. */
const write =
  <Command, State, Event extends DomainEvent, Refusal>(
    decider: Decider<Command, State, Event, Refusal>,
    dependencies: WriteDependencies,
    acknowledge: (written: Written) => TE.TaskEither<Fault, void>,
  ) =>
  (stream: string, command: Command, context: CommandContext): TE.TaskEither<Refusal | Fault, State> =>
    pipe(
      handleCommand(decider, dependencies)(stream, command, context),
      TE.tap((written) => acknowledge(written)),
      TE.map(({ state }) => state),
    );

/** Handles a command and returns its state once every read model has applied it. */
export const writeAndAwait = <Command, State, Event extends DomainEvent, Refusal>(
  decider: Decider<Command, State, Event, Refusal>,
  dependencies: WriteDependencies,
) => write(decider, dependencies, awaitReadable(dependencies));

/** Handles a command of an owner and returns its state. Reads of the owner wait until they can show it. */
export const writeAndAnnounce = <Command, State, Event extends DomainEvent, Refusal>(
  decider: Decider<Command, State, Event, Refusal>,
  dependencies: WriteDependencies,
  ownerId: OwnerId,
) => write(decider, dependencies, announceTo(dependencies, writesOf(ownerId)));
