import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Decider } from '../../domain/decider.js';
import type { Actor, DomainEvent, LogPosition } from '../../domain/events.js';
import { hashInPieces, hashOf } from './hash-chain.js';
import { areLarge, ownerOf, pauseMsAfter } from './large-events.js';
import type { EventStoreWithHeads } from './cached-stream-heads.js';
import type { NewEvent, WrongExpectedRevision } from '../ports/event-store.js';
import type { Fault } from '../ports/fault.js';
import type { ActiveOwners } from './active-owners.js';
import type { Ids } from '../ports/ids.js';
import type { ReadModel } from '../ports/read-model.js';
import { emptyHead, type StreamHead } from './stream-head.js';

/** Who gives a command, and in which context. */
export interface CommandContext {
  readonly actor: Actor;
  /** The request that brought the command; omitted if the command continues an earlier request. */
  readonly requestId?: string;
  /** The span of the request or work (W3C Trace Context); omitted if it is not traced. */
  readonly traceparent?: string | undefined;
  /** Aborts when the client disconnects; nothing more is started for it then. */
  readonly signal?: AbortSignal;
}

/** The result of a command: the state after it, and the position of the last event of its stream. */
export interface Handled<State> {
  readonly state: State;
  readonly position?: LogPosition;
}

export interface CommandHandling {
  readonly eventStore: EventStoreWithHeads;
  readonly ids: Ids;
  /** Omitted if the caller does not wait for its writes. */
  readonly readModel?: ReadModel;
  /** Omitted if the process serves no owners. */
  readonly activeOwners?: ActiveOwners;
}

/** Maximum number of attempts when other processes keep appending to the stream. */
const MAX_TRIES = 10;

const chained = async (
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

/**
 * Handles a command: decides on the cached state of its stream and appends at that revision. Only an append proves that
 * the cached state was current, so a refusal or a decision without events counts only if it was made on a freshly read
 * state. If another process appended first, reads and decides again, up to a limit, then fails with a `Conflict`.
 * Commands on the same stream run one after the other. Large events of one owner are appended one after the other, each
 * when the read models show the previous one, and after a pause if other owners are active.
 * @param assumed `new` for a stream with a new name: it is read only if it turns out to exist
 */
export const handleCommand =
  <Command, State, Event extends DomainEvent, Refusal>(
    decider: Decider<Command, State, Event, Refusal>,
    { eventStore, ids, readModel, activeOwners }: CommandHandling,
    assumed: 'new' | 'stored' = 'stored',
  ) =>
  (
    stream: string,
    command: Command,
    context: CommandContext,
  ): TE.TaskEither<Refusal | Fault, Handled<State>> => {
    const store = (
      head: StreamHead<State>,
      events: ReadonlyArray<Event>,
    ): TE.TaskEither<Fault | WrongExpectedRevision, Handled<State>> => {
      const append = pipe(
        TE.fromTask<ReadonlyArray<NewEvent>, Fault | WrongExpectedRevision>(() =>
          chained(stream, head, events, ids, context),
        ),
        TE.flatMap((links) =>
          context.signal?.aborted
            ? TE.left<Fault | WrongExpectedRevision, StreamHead<State>>({ _tag: 'Abandoned' })
            : eventStore.appendTo(stream, head, {
                events: links,
                state: events.reduce(decider.evolve, head.state),
                mayBeRepeat: ids.repeatable,
              }),
        ),
        TE.map(handled),
      );
      if (!areLarge(events)) return append;
      // Read models show events in order, so events of other owners would wait for all large ones of this owner.
      const appendAndAwait = pipe(
        append,
        TE.tap(({ position }) => (position && readModel ? readModel.reached(position) : TE.right(undefined))),
      );
      const owner = ownerOf(events);
      const pauseAfter = (): number =>
        owner !== undefined && activeOwners?.includeOthersThan(owner) ? pauseMsAfter(events) : 0;
      return eventStore.inTurn(
        `large events of ${owner ?? stream}`,
        appendAndAwait,
        context.signal,
        pauseAfter,
      );
    };
    const readAndDecide = (triesLeft: number): TE.TaskEither<Refusal | Fault, Handled<State>> =>
      pipe(
        eventStore.readHead(decider, stream, context.signal),
        TE.flatMap((head): TE.TaskEither<Refusal | Fault | WrongExpectedRevision, Handled<State>> => {
          const decision = decider.decide(command, head.state);
          if (E.isLeft(decision)) return TE.left(decision.left);
          return decision.right.length > 0 ? store(head, decision.right) : TE.right(handled(head));
        }),
        TE.orElse((problem): TE.TaskEither<Refusal | Fault, Handled<State>> => {
          if (!isWrongRevision(problem)) return TE.left(problem);
          // The cached head may be of a stream that no longer exists: read from the beginning in the last attempt.
          if (triesLeft === 2) eventStore.forgetHead(stream);
          return triesLeft > 1 ? readAndDecide(triesLeft - 1) : TE.left({ _tag: 'Conflict', stream });
        }),
      );

    const decideAndStore = (): TE.TaskEither<Refusal | Fault, Handled<State>> => {
      const head = assumed === 'new' ? emptyHead(decider) : eventStore.cachedHead<State>(stream);
      const decision = head && decider.decide(command, head.state);
      if (!decision || E.isLeft(decision) || decision.right.length === 0) return readAndDecide(MAX_TRIES);
      return pipe(
        store(head, decision.right),
        TE.orElse((problem) =>
          isWrongRevision(problem)
            ? readAndDecide(MAX_TRIES - 1)
            : TE.left<Refusal | Fault, Handled<State>>(problem),
        ),
      );
    };
    return eventStore.inTurn(stream, () => decideAndStore()(), context.signal);
  };

const handled = <State>({ state, last }: StreamHead<State>): Handled<State> =>
  last ? { state, position: last.position } : { state };

const isWrongRevision = (problem: unknown): problem is WrongExpectedRevision =>
  (problem as WrongExpectedRevision)._tag === 'WrongExpectedRevision';
