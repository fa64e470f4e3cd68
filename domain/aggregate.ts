import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { type Decider, isEventOf, type Typed } from './decider.js';
import type { OwnerId } from './ids.js';
import { type AnyState, existing, existenceRefusal } from './ownership.js';
import { STREAM_CATEGORIES, type StreamCategory } from './stream-names.js';

/** The union of commands, from a table of their data by type. */
export type CommandsOf<Data> = {
  [Type in keyof Data]: { readonly type: Type } & Data[Type];
}[keyof Data];

export type DataOf<Command, Type> = Omit<Extract<Command, { readonly type: Type }>, 'type'>;
type Existing<State, C extends string> = Extract<State, { readonly _tag: Capitalize<C> }>;

type Decision<Refusal, Event> = E.Either<NoInfer<Refusal>, ReadonlyArray<NoInfer<Event>>>;

interface AnyEvent extends Typed {
  readonly data: object;
}

/** The data that every event of an aggregate has: its id, its owner, and the time. */
type Facts<C extends StreamCategory, Event extends AnyEvent> = Pick<
  Event['data'],
  keyof Event['data'] & ((typeof STREAM_CATEGORIES)[C] | 'ownerId' | 'at')
>;

interface Definition<
  C extends StreamCategory,
  Command extends Typed,
  Creating,
  Found,
  State,
  Event extends AnyEvent,
  Refusal,
> {
  readonly category: C;
  readonly events: { readonly [Type in Event['type']]: t.Decoder<unknown, Event> };
  /** Default: the aggregate does not exist. */
  readonly initialState?: State;
  readonly evolve: (state: State, event: Event) => State;
  readonly versionOf?: (event: Event) => number | undefined;
  /** The command that creates the aggregate. If absent, it exists from the start, and the caller checks its owner. */
  readonly createdBy?: Creating;
  readonly create?: (data: DataOf<Command, Creating>) => Decision<Refusal, Event>;
  /** Whether this command repeats the one that created it. Asked only for the same owner. Default: always. */
  readonly isRepeated?: (data: DataOf<Command, Creating>, found: Found) => boolean;
  /** The decisions on all other commands, which require that it exists. `facts`: for the data of their events. */
  readonly handle: {
    readonly [Type in Exclude<Command['type'], Creating>]: (
      data: DataOf<Command, Type>,
      found: Found,
      facts: Facts<C, NoInfer<Event>>,
    ) => Decision<Refusal, Event>;
  };
}

/**
 * The decider of an aggregate. Usually one command creates it, and all others require that it exists. The tag of its
 * state is the name of its category (`Video`), or `NoVideo` before it exists. A repeated creation changes nothing if the
 * owner is the same, and is refused otherwise. A command without an `ownerId` comes from a worker or the service, which
 * act for all owners.
 */
export const aggregate = <
  C extends StreamCategory,
  Command extends Typed,
  State extends AnyState,
  Event extends AnyEvent,
  Refusal,
  Creating extends Command['type'] = never,
>({
  category,
  events,
  initialState,
  createdBy,
  create,
  isRepeated = () => true,
  handle,
  ...folding
}: Definition<C, Command, Creating, Existing<State, C>, State, Event, Refusal>): Decider<
  Command,
  State,
  Event,
  Refusal
> => {
  const name = category.replace(/^./, (letter) => letter.toUpperCase()) as Capitalize<C>;
  const absent = `No${name}`;
  return {
    ...folding,
    isEvent: isEventOf<Event>(events),
    initialState: initialState ?? ({ _tag: absent } as State),
    decide: (command, state) => {
      const { type, ...data } = command as Typed & Readonly<Record<string, unknown>>;
      const id = { [STREAM_CATEGORIES[category]]: data[STREAM_CATEGORIES[category]] };
      const ownerId = data['ownerId'] as OwnerId | undefined;
      if (create && type === createdBy) {
        const creation = data as DataOf<Command, Creating>;
        if (state._tag === absent) return create(creation);
        const isOwn = state._tag === name && state.ownerId === ownerId;
        return isOwn && isRepeated(creation, state as Existing<State, C>)
          ? E.right([])
          : E.left(existenceRefusal(name, 'AlreadyExists', id) as Refusal);
      }
      const found = existing(name, id, create && ownerId)(state);
      if (E.isLeft(found)) return E.left(found.left as Refusal);
      const facts = { ...id, ownerId: found.right.ownerId ?? ownerId, at: data['at'] };
      return handle[type as keyof typeof handle](data as never, found.right, facts as never);
    },
  };
};
