import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Decider, Folding } from '../../domain/decider.js';
import type { Actor, DomainEvent, LogPosition } from '../../domain/events.js';
import { hashInPieces, hashOf } from '../audit/hash-chain.js';
import { areLarge, ownerOf } from './large-events.js';
import type { EventStoreWithHeads } from './cached-stream-heads.js';
import type { NewEvent, WrongExpectedRevision } from '../ports/event-store.js';
import type { Fault } from '../ports/fault.js';
import type { Ids } from '../ports/ids.js';
import type { ReadModel } from '../ports/read-model.js';
import { emptyHead, type StreamHead } from './stream-head.js';

export interface CommandContext {
  readonly actor: Actor;
  /** The id of the request; omitted if the command continues an earlier request. */
  readonly requestId?: string;
  /** The span of the request or work (W3C Trace Context); omitted if it is not traced. */
  readonly traceparent?: string | undefined;
  /** Aborts when the client disconnects. Then no further work is started for it. */
  readonly signal?: AbortSignal;
}

/** The result of a command: the state after it, and the position of the last event of its stream. */
export interface Handled<State> {
  readonly state: State;
  readonly position?: LogPosition;
}

export interface CommandDependencies {
  readonly eventStore: EventStoreWithHeads;
  readonly ids: Ids;
  /** Omitted if the caller does not wait for its writes. */
  readonly readModel?: ReadModel;
}

/** Maximum number of attempts when other processes keep appending to the stream. */
const MAX_TRIES = 10;

const chainedEvents = async (
  stream: string,
  { count, first, last }: StreamHead<unknown>,
  events: ReadonlyArray<DomainEvent>,
  ids: Ids,
  context: CommandContext,
): Promise<ReadonlyArray<NewEvent>> => {
  const requestId = context.requestId ?? first?.requestId ?? '';
  const hash = areLarge(events) ? hashInPieces : hashOf;
  const links: Array<NewEvent> = [];
  for (const [index, event] of events.entries()) {
    const id = ids.uuid();
    const revision = BigInt(count + index);
    const metadata = {
      actor: context.actor,
      requestId,
      $correlationId: first?.$correlationId ?? requestId,
      $causationId: context.requestId ?? last?.id ?? '',
      previousHash: (links.at(-1) ?? last)?.metadata.hash ?? '',
      ...(context.traceparent === undefined ? {} : { traceparent: context.traceparent }),
    };
    const whole = { ...metadata, hash: await hash({ id, stream, revision, event, metadata }) };
    links.push({ id, event, metadata: whole });
  }
  return links;
};

/** The stream that gets events, and the context of the command. */
interface Target<State, Event extends DomainEvent> {
  readonly decider: Folding<State, Event>;
  readonly dependencies: CommandDependencies;
  readonly stream: string;
  readonly context: CommandContext;
}

interface Attempt<Command, State, Event extends DomainEvent, Refusal> extends Target<State, Event> {
  readonly decider: Decider<Command, State, Event, Refusal>;
  readonly command: Command;
}

type HandlingTask<State> = TE.TaskEither<Fault | WrongExpectedRevision, Handled<State>>;

const append = <State, Event extends DomainEvent>(
  { decider, dependencies, stream, context }: Target<State, Event>,
  head: StreamHead<State>,
  events: ReadonlyArray<Event>,
): HandlingTask<State> =>
  pipe(
    TE.fromTask<ReadonlyArray<NewEvent>, Fault | WrongExpectedRevision>(() =>
      chainedEvents(stream, head, events, dependencies.ids, context),
    ),
    TE.flatMap((links) =>
      context.signal?.aborted
        ? TE.left<Fault | WrongExpectedRevision, StreamHead<State>>({ _tag: 'Abandoned' })
        : dependencies.eventStore.appendTo(stream, head, {
            events: links,
            state: events.reduce(decider.evolve, head.state),
            mayBeRepeat: dependencies.ids.repeatable,
          }),
    ),
    TE.map(handled),
  );

/** Appends events. Large events of one owner are appended one after the other. */
const store = <State, Event extends DomainEvent>(
  target: Target<State, Event>,
  head: StreamHead<State>,
  events: ReadonlyArray<Event>,
): HandlingTask<State> => {
  const appended = append(target, head, events);
  if (!areLarge(events)) return appended;
  const { dependencies, stream, context } = target;
  const { eventStore, readModel } = dependencies;
  // Read models apply events in order. Otherwise events of other owners would wait for all large ones of this owner.
  const appendedAndShown = pipe(
    appended,
    TE.tap(({ position }) => (position && readModel ? readModel.reached(position) : TE.right(undefined))),
  );
  return eventStore.inOrder(`large events of ${ownerOf(events) ?? stream}`, appendedAndShown, context.signal);
};

/** Decides on the freshly read state and appends. Repeats this if another process has appended first. */
const readAndDecide = <Command, State, Event extends DomainEvent, Refusal>(
  attempt: Attempt<Command, State, Event, Refusal>,
  triesLeft: number,
): TE.TaskEither<Refusal | Fault, Handled<State>> => {
  const { decider, dependencies, stream, command, context } = attempt;
  return pipe(
    dependencies.eventStore.readHead(decider, stream, context.signal),
    TE.flatMap((head): TE.TaskEither<Refusal | Fault | WrongExpectedRevision, Handled<State>> => {
      const decision = decider.decide(command, head.state);
      if (E.isLeft(decision)) return TE.left(decision.left);
      return decision.right.length > 0 ? store(attempt, head, decision.right) : TE.right(handled(head));
    }),
    TE.orElse((problem): TE.TaskEither<Refusal | Fault, Handled<State>> => {
      if (!isWrongRevision(problem)) return TE.left(problem);
      // The cached head may be of a stream that no longer exists: read from the beginning in the last attempt.
      if (triesLeft === 2) dependencies.eventStore.forgetHead(stream);
      return triesLeft > 1 ? readAndDecide(attempt, triesLeft - 1) : TE.left({ _tag: 'Conflict', stream });
    }),
  );
};

/** Decides on the assumed state. Decides on the freshly read state if that leads to no events or is outdated. */
const decideAndStore = <Command, State, Event extends DomainEvent, Refusal>(
  attempt: Attempt<Command, State, Event, Refusal>,
): TE.TaskEither<Refusal | Fault, Handled<State>> => {
  const { decider, dependencies, stream, command } = attempt;
  const mayBeRepeat = dependencies.ids.repeatable;
  const assumed =
    dependencies.eventStore.cachedHead<State>(stream) ?? (mayBeRepeat ? undefined : emptyHead(decider));
  const decision = assumed && decider.decide(command, assumed.state);
  if (!decision || E.isLeft(decision) || decision.right.length === 0)
    return readAndDecide(attempt, MAX_TRIES);
  return pipe(
    store(attempt, assumed, decision.right),
    TE.orElse((problem) =>
      isWrongRevision(problem)
        ? readAndDecide(attempt, MAX_TRIES - 1)
        : TE.left<Refusal | Fault, Handled<State>>(problem),
    ),
  );
};

/**
 * Handles a command: decides on the cached state of its stream and appends at that revision. A stream that is not cached
 * is taken for a new one, which need not be read, unless an earlier attempt of the request may have created it. Only an
 * append proves that the assumed state was current, so a refusal or a decision without events counts only if it was made
 * on a freshly read state. If another process has appended first, reads and decides again, up to a limit, then fails with
 * a `Conflict`.
 *
 * Commands on the same stream run one after the other. Large events of one owner are appended one after the other, each
 * once the read models show the previous one.
 */
export const handleCommand =
  <Command, State, Event extends DomainEvent, Refusal>(
    decider: Decider<Command, State, Event, Refusal>,
    dependencies: CommandDependencies,
  ) =>
  (
    stream: string,
    command: Command,
    context: CommandContext,
  ): TE.TaskEither<Refusal | Fault, Handled<State>> => {
    const { eventStore } = dependencies;
    const attempt = { decider, dependencies, stream, command, context };
    // The state is looked up when it is the turn of the command.
    return eventStore.inOrder(stream, () => decideAndStore(attempt)(), context.signal);
  };

const handled = <State>({ state, last }: StreamHead<State>): Handled<State> =>
  last ? { state, position: last.position } : { state };

const isWrongRevision = (problem: unknown): problem is WrongExpectedRevision =>
  (problem as WrongExpectedRevision)._tag === 'WrongExpectedRevision';
