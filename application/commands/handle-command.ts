import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Decider } from '../../domain/decider.js';
import type { Actor, DomainEvent, LogPosition } from '../../domain/events.js';
import { hashOf } from './hash-chain.js';
import { forgetTip, loadTip, rememberedTip, rememberTip } from './load-tip.js';
import { perEventStore } from './per-event-store.js';
import type { EventStore, NewEvent, WrongExpectedRevision } from '../ports/event-store.js';
import type { Fault } from '../ports/fault.js';
import type { Ids } from '../ports/ids.js';
import { emptyTip, grownTip, type Tip } from './tip.js';
import { turns } from './turns.js';

/** Who gives the command, and what it belongs to. */
export interface CommandContext {
  readonly actor: Actor;
  /** The request that brought the command; left out by those who carry on what a request began. */
  readonly requestId?: string;
  /** Aborts when the client that gave the command has left: nothing more is begun for it then. */
  readonly signal?: AbortSignal;
}

/** What a command came to: the state after it, and where the last event of its stream stands. */
export interface Handled<State> {
  readonly state: State;
  readonly position?: LogPosition;
}

export interface CommandHandling {
  readonly eventStore: EventStore;
  readonly ids: Ids;
}

/** Commands on the same stream, by store: one after the other, for those at the same time would only get in each other's way. */
const turnsOf = perEventStore(turns);

/** How often a command is decided anew because others wrote to its stream meanwhile. */
const MAX_TRIES = 10;

const chained = (
  stream: string,
  { count, first, last }: Tip<unknown>,
  events: ReadonlyArray<DomainEvent>,
  ids: Ids,
  context: CommandContext,
): ReadonlyArray<NewEvent> => {
  const requestId = context.requestId ?? first?.requestId ?? '';
  let previousHash = last?.metadata.hash ?? '';
  return events.map((event, index) => {
    const id = ids.uuid();
    const revision = BigInt(count + index);
    const metadata = {
      actor: context.actor,
      requestId,
      $correlationId: first?.$correlationId ?? requestId,
      $causationId: context.requestId ?? last?.id ?? '',
      previousHash,
    };
    previousHash = hashOf({ id, stream, revision, event, metadata });
    return { id, event, metadata: { ...metadata, hash: previousHash } };
  });
};

/**
 * The one loop by which events come about: decide on the stream as this process saw it last, append at that revision.
 * Only an append proves that nothing was added since: a refusal, or having nothing to do, counts once it was
 * decided on what was just read. When others wrote meanwhile it reads and decides anew, within bounds, then gives up
 * with a `Conflict`.
 *
 * The store takes an append whose ids it holds already as done, whatever else is in it. Where ids are repeatable, what
 * is stored may therefore differ from what was sent, if another release sent it first; so the stream is forgotten, and
 * the next command reads it. Ids drawn at random are sent again only by the same append, to the byte.
 * @param assumed `new` for a stream whose name was just made up: it is not read unless it turns out to exist
 */
export const handleCommand =
  <Command, State, Event extends DomainEvent, Refusal>(
    decider: Decider<Command, State, Event, Refusal>,
    { eventStore, ids }: CommandHandling,
    assumed: 'new' | 'stored' = 'stored',
  ) =>
  (
    stream: string,
    command: Command,
    context: CommandContext,
  ): TE.TaskEither<Refusal | Fault, Handled<State>> => {
    const store = (
      tip: Tip<State>,
      events: ReadonlyArray<Event>,
    ): TE.TaskEither<Fault | WrongExpectedRevision, Handled<State>> => {
      if (context.signal?.aborted) return TE.left<Fault | WrongExpectedRevision>({ _tag: 'Abandoned' });
      const state = events.reduce(decider.evolve, tip.state);
      const added = chained(stream, tip, events, ids, context);
      return pipe(
        eventStore.append(stream, tip.count === 0 ? 'no-stream' : BigInt(tip.count - 1), added),
        TE.map((position): Handled<State> => {
          if (ids.repeatable) forgetTip(eventStore, stream);
          else rememberTip(eventStore, stream, grownTip(tip, state, added, position));
          return { state, position };
        }),
      );
    };
    const readAndDecide = (triesLeft: number): TE.TaskEither<Refusal | Fault, Handled<State>> =>
      pipe(
        loadTip(decider, eventStore, context.signal)(stream),
        TE.flatMap((tip): TE.TaskEither<Refusal | Fault | WrongExpectedRevision, Handled<State>> => {
          const decision = decider.decide(command, tip.state);
          if (E.isLeft(decision)) return TE.left(decision.left);
          if (decision.right.length > 0) return store(tip, decision.right);
          const position = tip.last?.position;
          return TE.right({ state: tip.state, ...(position ? { position } : {}) });
        }),
        TE.orElse((problem): TE.TaskEither<Refusal | Fault, Handled<State>> => {
          if (!isWrongRevision(problem)) return TE.left(problem);
          if (triesLeft === 2) forgetTip(eventStore, stream);
          return triesLeft > 1 ? readAndDecide(triesLeft - 1) : TE.left({ _tag: 'Conflict', stream });
        }),
      );

    const decideAndStore = (): TE.TaskEither<Refusal | Fault, Handled<State>> => {
      const assumption = assumed === 'new' ? emptyTip(decider) : rememberedTip<State>(eventStore, stream);
      const decision = assumption && decider.decide(command, assumption.state);
      if (!decision || E.isLeft(decision) || decision.right.length === 0) return readAndDecide(MAX_TRIES);
      return pipe(
        store(assumption, decision.right),
        TE.orElse((problem) =>
          isWrongRevision(problem)
            ? readAndDecide(MAX_TRIES - 1)
            : TE.left<Refusal | Fault, Handled<State>>(problem),
        ),
      );
    };
    return turnsOf(eventStore)(stream, () => decideAndStore()(), context.signal);
  };

const isWrongRevision = (problem: unknown): problem is WrongExpectedRevision =>
  (problem as WrongExpectedRevision)._tag === 'WrongExpectedRevision';
